import { randomUUIDv7 } from 'node:crypto';
import type { accounts } from '#contract/accounts.ts';
import type { Input } from '#contract/endpoint.ts';
import { Failure } from '#contract/errors.ts';
import { LoginType } from '#contract/users.ts';
import type { Locale } from '#locales/locales.ts';
import { verifyMail } from '#server/accounts/mail.ts';
import type { Transaction } from '#server/database/database.ts';
import { isUniqueViolation } from '#server/database/errors.ts';
import { vouch } from '#server/database/ids.ts';
import { db } from '#server/database/query.ts';
import type { House } from '#server/house.ts';
import { enqueue } from '#server/mail/outbox.ts';
import { choosePlan, recordPlan, withPlan } from '#server/subscriptions/service.ts';
import { createTenant, isNameTaken } from '#server/tenants/service/create.ts';
import { getSelf } from '#server/users/service/present.ts';
import { isRegistered } from './login.ts';
import { hashPassword } from './password.ts';
import { issueToken } from './token.ts';

type Registration = Input<(typeof accounts)['endpoints']['register']>['body'];

/** Registers a person and their organization; a refusal leaves nothing here or at the provider. */
export async function register(house: House, input: Registration, locale: Locale) {
  const { database, gateway } = house;
  if (input.loginType === LoginType.Gmail) throw new Failure('account.login.googleUnavailable');
  if (input.password && input.password !== input.confirmPassword) {
    throw new Failure('account.passwordMismatch');
  }
  const price = await choosePlan(database, input.selectedSubscription);
  await database.system((tx) => assertFree(tx, input));
  const hash = input.password ? await hashPassword(input.password) : null;
  const tenantId = vouch.tenant(randomUUIDv7());
  const who = { tenantId, name: input.organization, email: input.email };
  const made = await withPlan(gateway, { price, who }, (plan) =>
    database.tenant(tenantId, async (tx) => {
      const userId = await createPerson(tx, input, { hash, locale });
      await createTenant(tx, { id: tenantId, name: input.organization, owner: userId });
      await recordPlan(tx, tenantId, plan);
      const token = await issueToken(tx, 'verify', userId);
      const link = { origin: house.origin(), token };
      await enqueue(tx, verifyMail({ ...input, locale }, link, input.organization));
      return { userId, token };
    }),
  ).catch((error: unknown) => {
    throw refusalOf(error);
  });
  const user = await getSelf(database, vouch.user(made.userId));
  return { user, ...(house.mailIsLocal && { verifyToken: made.token }) };
}

const assertFree = async (tx: Transaction, { email, organization }: Registration) => {
  if (await isRegistered(tx, email)) throw new Failure('account.login.exists');
  if (await isNameTaken(tx, organization)) throw new Failure('account.verify.organizationTaken');
};

type Secrets = { hash: string | null; locale: Locale };

const createPerson = async (tx: Transaction, input: Registration, { hash, locale }: Secrets) => {
  const { id } = await tx.one(
    db
      .insertInto('users')
      .values({
        email: input.email,
        first_name: input.firstName,
        last_name: input.lastName,
        phone: input.phone ?? '',
        password_hash: hash,
        locale,
      })
      .returning('id'),
  );
  return id;
};

/** Two registrations at once: the database lets one of them win. */
const refusalOf = (error: unknown) => {
  if (isUniqueViolation(error, 'users_email_key')) return new Failure('account.login.exists');
  if (isUniqueViolation(error, 'tenants_name_key')) {
    return new Failure('account.verify.organizationTaken');
  }
  return error;
};
