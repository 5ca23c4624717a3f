import { randomUUIDv7 } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { UserType } from '#contract/access.ts';
import { Failure } from '#contract/errors.ts';
import { LoginType, type User } from '#contract/users.ts';
import { registeredAgainMail } from '#server/accounts/mail.ts';
import type { House } from '#server/house.ts';
import { readerOf } from '#server/mail/names.ts';
import { enqueue } from '#server/mail/outbox.ts';
import { presentUser } from '#server/users/service/present.ts';
import { account } from './account.ts';
import type { Introduced } from './new-person.ts';

type Reply = { user: User; verifyToken?: string; token?: string };
type Watch = (writing: Promise<Reply>) => Promise<Reply>;

const tellsOfAccount = (error: unknown) =>
  error instanceof Failure && error.code === 'account.login.exists';

/**
 * With private accounts answers the registration of an address that has an account as that of any
 * other, after the same work, and tells the owner of the address. The attempt goes on behind the
 * answer: what it arranged at the provider is taken back (`PRIVATE_ACCOUNTS`; decisions/0010).
 */
export async function conceal(
  house: House,
  person: Introduced,
  attempt: (watch: Watch) => Promise<Reply>,
): Promise<Reply> {
  if (!house.config.privateAccounts) return attempt((writing) => writing);
  const known = Promise.withResolvers<null>();
  let began = 0;
  const watch: Watch = async (writing) => {
    began = performance.now();
    try {
      const reply = await writing;
      remember(performance.now() - began);
      return reply;
    } catch (error) {
      if (tellsOfAccount(error)) known.resolve(null);
      throw error;
    }
  };
  const made = attempt(watch).catch((error: unknown) => {
    if (tellsOfAccount(error)) return null;
    throw error;
  });
  const reply = await Promise.race([made, known.promise]);
  if (reply) return reply;
  // Whoever comes with Google has proven the address: there is nothing to send there.
  if (person.googleSub !== null) throw new Failure('account.login.invalid');
  await tellOwner(house, person);
  await sleep(Math.max(0, usual() - (performance.now() - began)));
  return { user: presentUnproven(person) };
}

/** How long it took lately to write a registration down, in ms. */
const lately: number[] = [];

const remember = (took: number) => {
  lately.push(took);
  if (lately.length > 100) lately.shift();
};

/** As long as one of the last took: whoever compares finds times that vary alike. */
const usual = () => lately[Math.floor(Math.random() * lately.length)] ?? 0;

const tellOwner = ({ database, origin }: House, person: Introduced) =>
  database.account({ email: person.email }, async (tx) => {
    const known = await tx.first(account);
    if (!known) return;
    await enqueue(tx, registeredAgainMail(readerOf(known), origin()));
  });

/** Somebody as their form introduced them: nothing of an account that may be somebody else's. */
export const presentUnproven = (person: Introduced) =>
  presentUser(
    {
      id: randomUUIDv7(),
      email: person.email,
      first_name: person.firstName,
      last_name: person.lastName,
      phone: person.phone,
      avatar: '',
      type: UserType.Tenant,
      login_type: LoginType.Password,
      active: true,
      default_tenant_id: null,
    },
    [],
  );
