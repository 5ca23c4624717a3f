import { randomUUIDv7 } from 'node:crypto';
import { UserType } from '#contract/access.ts';
import { Failure } from '#contract/errors.ts';
import { needsCard } from '#contract/pricing.ts';
import { LoginType } from '#contract/users.ts';
import type { Locale } from '#locales/locales.ts';
import { registeredAgainMail } from '#server/accounts/mail.ts';
import { vouch } from '#server/database/ids.ts';
import type { House } from '#server/house.ts';
import { enqueue } from '#server/mail/outbox.ts';
import { withPlan, type Price } from '#server/subscriptions/service.ts';
import { isNameTaken } from '#server/tenants/service/create.ts';
import { presentUser } from '#server/users/service/present.ts';
import { byEmail } from './login.ts';
import type { Introduced, NewPerson } from './new-person.ts';
import { hashPassword } from './password.ts';

type Wanted = { person: NewPerson; price: Price; organization: string };

/**
 * Answers the registration of an address that has an account as that of any other, after the same
 * work, and tells the owner of the address (`PRIVATE_ACCOUNTS`; decisions/0010).
 */
export async function conceal(house: House, { person, price, organization }: Wanted) {
  const { database, origin } = house;
  // Whoever comes with Google has proven the address: there is nothing to send there.
  if (person.googleSub !== null) throw new Failure('account.login.invalid');
  if (await database.system((tx) => isNameTaken(tx, organization))) {
    throw new Failure('account.verify.organizationTaken');
  }
  if (person.password) await hashPassword(person.password);
  if (!needsCard({ price: price.price, trialDays: price.trial_days })) {
    await pretendPlan(house, { person, price, organization });
  }
  await database.system(async (tx) => {
    const known = await tx.first(byEmail(person.email));
    if (!known) return;
    const { email, first_name: firstName } = known;
    const to = { email, firstName, locale: known.locale as Locale };
    await enqueue(tx, registeredAgainMail(to, origin()));
  });
  return { user: presentUnproven(person) };
}

/** Asks the provider for the plan, and takes it back behind the answer. */
const pretendPlan = async ({ gateway }: House, { person, price, organization }: Wanted) => {
  const asked = Promise.withResolvers<void>();
  const who = { tenantId: vouch.tenant(randomUUIDv7()), name: organization, email: person.email };
  withPlan(gateway, { price, who }, async () => {
    asked.resolve();
    throw new Error('taken back');
  }).catch(asked.reject);
  await asked.promise;
};

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
