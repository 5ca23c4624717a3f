import { randomUUIDv7 } from 'node:crypto';
import { UserType } from '#contract/access.ts';
import { Failure } from '#contract/errors.ts';
import type { Locale } from '#locales/locales.ts';
import { verifyMail } from '#server/accounts/mail.ts';
import type { Transaction } from '#server/database/database.ts';
import { vouch } from '#server/database/ids.ts';
import type { House } from '#server/house.ts';
import { enqueue } from '#server/mail/outbox.ts';
import { choosePlan, recordPlan, withPlan, type Price } from '#server/subscriptions/service.ts';
import { createTenant, isNameTaken } from '#server/tenants/service/create.ts';
import { getSelf } from '#server/users/service/present.ts';
import { findReturning, welcomeByGoogle } from './come-back.ts';
import { conceal, presentUnproven } from './conceal.ts';
import {
  createPerson,
  introduce,
  refusalOf,
  type NewPerson,
  type Registration,
} from './new-person.ts';
import { hashPassword } from './password.ts';
import { openSession } from './session.ts';
import { issueToken } from './token.ts';

/** Whose mail, and whose session. */
type Visit = { locale: Locale; userAgent: string };
type Wanted = { person: NewPerson; price: Price; organization: string };

/**
 * Registers a person and their organization; a refusal leaves nothing here or at the provider. Who
 * comes with Google is signed in at once, others prove their address first.
 */
export async function register(house: House, given: Registration, visit: Visit) {
  const { config, database } = house;
  const { organization } = given;
  const person = await introduce(config, given);
  const price = await choosePlan(database, given.selectedSubscription);
  const wanted = { person, price, organization };
  try {
    await database.system((tx) => assertFree(tx, wanted));
    return await found(house, wanted, visit);
  } catch (error) {
    const refusal = refusalOf(error);
    const exists = refusal instanceof Failure && refusal.code === 'account.login.exists';
    if (exists && config.privateAccounts) return conceal(house, wanted);
    throw refusal;
  }
}

/** Makes the organization, and the account unless there is one to come back to. */
async function found(house: House, { person, price, organization }: Wanted, visit: Visit) {
  const { database, gateway } = house;
  const hash = person.password ? await hashPassword(person.password) : null;
  const tenantId = vouch.tenant(randomUUIDv7());
  const who = { tenantId, name: organization, email: person.email };
  const made = await withPlan(gateway, { price, who }, (plan) =>
    database.tenant(tenantId, async (tx) => {
      const known = await findReturning(tx, person);
      const id = known?.id ?? (await createPerson(tx, person, { hash, locale: visit.locale }));
      await createTenant(tx, {
        id: tenantId,
        name: organization,
        owner: id,
        unproven: known && person.googleSub === null ? namesOf(person) : null,
      });
      await recordPlan(tx, tenantId, plan);
      if (person.googleSub !== null) {
        if (known) await welcomeByGoogle(tx, known, person);
        const { token } = await openSession(tx, { id, type: UserType.Tenant }, visit.userAgent);
        return { id, known, reply: { token } };
      }
      const token = await issueToken(tx, 'verify', id);
      const locale = (known?.locale ?? visit.locale) as Locale;
      const link = { origin: house.origin(), token };
      await enqueue(tx, verifyMail({ ...person, locale }, link, organization));
      return { id, known, reply: showsToken(house) ? { verifyToken: token } : {} };
    }),
  );
  // Nothing of an account is shown to whoever typed its address.
  const isSilent = person.googleSub === null && (made.known || house.config.privateAccounts);
  const user = isSilent ? presentUnproven(person) : await getSelf(database, vouch.user(made.id));
  return { user, ...made.reply };
}

/** A reply may show what was mailed while mail is local, unless it would tell of an account. */
export const showsToken = ({ mailIsLocal, config }: House) =>
  mailIsLocal && !config.privateAccounts;

const namesOf = ({ firstName, lastName, phone }: NewPerson) => ({
  first_name: firstName,
  last_name: lastName,
  phone,
});

const assertFree = async (tx: Transaction, { person, organization }: Wanted) => {
  await findReturning(tx, person);
  if (await isNameTaken(tx, organization)) throw new Failure('account.verify.organizationTaken');
};
