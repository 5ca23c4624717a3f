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
 * With `PRIVATE_ACCOUNTS`, hides that a registered address already has an account (R-ACC-22;
 * decisions/0010): sends the same reply after a similar time and mails the owner of the address. The
 * attempt continues after the reply, to undo what it created at the payment provider.
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
  // Google has proven the address, so no mail is needed.
  if (person.googleSub !== null) throw new Failure('account.login.invalid');
  await tellOwner(house, person);
  await sleep(Math.max(0, usual() - (performance.now() - began)));
  return { user: presentUnproven(person) };
}

/** Durations of the last hundred registration writes in ms. */
const lately: number[] = [];

const remember = (took: number) => {
  lately.push(took);
  if (lately.length > 100) lately.shift();
};

/** Returns a random recent duration, so that response times of known and new addresses vary alike. */
const usual = () => lately[Math.floor(Math.random() * lately.length)] ?? 0;

const tellOwner = ({ database, origin }: House, person: Introduced) =>
  database.account({ email: person.email }, async (tx) => {
    const known = await tx.first(account);
    if (!known) return;
    await enqueue(tx, registeredAgainMail(readerOf(known), origin()));
  });

/** Returns a user record built from the form alone, as an existing account may belong to another person. */
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
