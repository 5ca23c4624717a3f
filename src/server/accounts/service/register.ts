import { randomUUIDv7 } from 'node:crypto';
import { UserType } from '#contract/access.ts';
import { Failure } from '#contract/errors.ts';
import type { Locale } from '#locales/locales.ts';
import { verifyMail } from '#server/accounts/mail.ts';
import type { Transaction } from '#server/database/database.ts';
import { isUniqueViolation } from '#server/database/errors.ts';
import { vouch } from '#server/database/ids.ts';
import type { House } from '#server/house.ts';
import { enqueue } from '#server/mail/outbox.ts';
import { choosePlan, recordPlan, withPlan } from '#server/subscriptions/service.ts';
import { createTenant, isNameTaken } from '#server/tenants/service/create.ts';
import { getSelf } from '#server/users/service/present.ts';
import { isRegistered } from './login.ts';
import { createPerson, introduce, type Registration } from './new-person.ts';
import { hashPassword } from './password.ts';
import { openSession } from './session.ts';
import { issueToken } from './token.ts';

/** Whose mail, and whose session. */
type Visit = { locale: Locale; userAgent: string };

/**
 * Registers a person and their organization; a refusal leaves nothing here or at the provider. Who
 * comes with Google is signed in at once, others prove their address first.
 */
export async function register(house: House, given: Registration, { locale, userAgent }: Visit) {
  const { config, database, gateway } = house;
  const { organization } = given;
  const person = await introduce(config, given);
  const price = await choosePlan(database, given.selectedSubscription);
  await database.system((tx) => assertFree(tx, person.email, organization));
  const hash = person.password ? await hashPassword(person.password) : null;
  const tenantId = vouch.tenant(randomUUIDv7());
  const who = { tenantId, name: organization, email: person.email };
  const made = await withPlan(gateway, { price, who }, (plan) =>
    database.tenant(tenantId, async (tx) => {
      const id = await createPerson(tx, person, { hash, locale });
      await createTenant(tx, { id: tenantId, name: organization, owner: id });
      await recordPlan(tx, tenantId, plan);
      if (person.googleSub !== null) {
        const { token } = await openSession(tx, { id, type: UserType.Tenant }, userAgent);
        return { id, reply: { token } };
      }
      const token = await issueToken(tx, 'verify', id);
      const link = { origin: house.origin(), token };
      await enqueue(tx, verifyMail({ ...person, locale }, link, organization));
      return { id, reply: house.mailIsLocal ? { verifyToken: token } : {} };
    }),
  ).catch((error: unknown) => {
    throw refusalOf(error);
  });
  return { user: await getSelf(database, vouch.user(made.id)), ...made.reply };
}

const assertFree = async (tx: Transaction, email: string, organization: string) => {
  if (await isRegistered(tx, email)) throw new Failure('account.login.exists');
  if (await isNameTaken(tx, organization)) throw new Failure('account.verify.organizationTaken');
};

/** Two registrations at once: the database lets one of them win. */
const refusalOf = (error: unknown) => {
  if (
    isUniqueViolation(error, 'users_email_key') ||
    isUniqueViolation(error, 'users_google_sub_key')
  ) {
    return new Failure('account.login.exists');
  }
  if (isUniqueViolation(error, 'tenants_name_key')) {
    return new Failure('account.verify.organizationTaken');
  }
  return error;
};
