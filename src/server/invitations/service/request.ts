import { randomUUIDv7 } from 'node:crypto';
import { Role } from '#contract/access.ts';
import type { Input } from '#contract/endpoint.ts';
import { Failure } from '#contract/errors.ts';
import type { invitations } from '#contract/invitations.ts';
import { type TenantUser } from '#contract/membership.ts';
import { Joined, MemberStatus } from '#contract/statuses.ts';
import type { Locale } from '#locales/locales.ts';
import { account, accountColumns, type Person } from '#server/accounts/service/account.ts';
import { hashChosen } from '#server/accounts/service/guessable.ts';
import { isPassword } from '#server/accounts/service/password.ts';
import { issueToken } from '#server/accounts/service/token.ts';
import type { TenantId, Transaction } from '#server/database/database.ts';
import { db, sql, type Row } from '#server/database/query.ts';
import type { House } from '#server/house.ts';
import type { Session } from '#server/http/guard.ts';
import { confirmMail, fullName, requestMail } from '#server/invitations/mail.ts';
import { readerOf } from '#server/mail/names.ts';
import { enqueue } from '#server/mail/outbox.ts';
import { lockTenant, memberOf, presentMember } from '#server/members/service.ts';
import { membershipOf } from './invite.ts';
import { tenantOfLink } from './link.ts';

type Request = Input<(typeof invitations)['endpoints']['requestAccess']> & {
  locale: Locale;
  session: Session | null;
};

/**
 * Joins an organization by its link, or requests to (R-MEM-11). Creates an account with this password for a
 * new address; an existing account needs its password or its session.
 */
export async function requestAccess(house: House, request: Request): Promise<TenantUser> {
  const { database } = house;
  const { body, params, locale } = request;
  const tenantId = await tenantOfLink(database, params.token);
  if (body.passwordConfirm && body.passwordConfirm !== body.password) {
    throw new Failure('account.passwordMismatch');
  }
  const known = await database.account({ email: body.email }, (tx) => tx.first(account));
  if (known && !(await isTheirs(known, request))) throw new Failure('account.login.invalid');
  const hash = known
    ? null
    : await hashChosen({ password: chosenPassword(body), email: body.email });
  const member = await database.tenant(tenantId, async (tx) => {
    const { link, tenant } = await openLink(tx, tenantId, params.token);
    if (known) tx.openAccount(known);
    const person = known ?? (await create(tx, { email: body.email, hash, locale }));
    if (!person) return null;
    const from = { tenant, origin: house.origin() };
    if (!known) {
      const token = await issueToken(tx, 'verify', person.id);
      await enqueue(tx, confirmMail(readerOf(person), from, token));
    }
    const joined = await join(tx, link, person);
    if (joined.status === MemberStatus.PendingAcceptance) {
      for (const reader of await managersOf(tx, tenantId)) {
        await enqueue(tx, requestMail(reader, from, fullName(person)));
      }
    }
    return joined;
  });
  // A concurrent request created an account with this address: retries with it as an existing one.
  return member ?? requestAccess(house, request);
}

const isTheirs = async (known: Person, { body, session }: Request) =>
  known.active &&
  (session?.user === known.id || (await isPassword(known.password_hash, body.password ?? '')));

const chosenPassword = ({ password }: Request['body']) => {
  if (password) return password;
  throw new Failure('validation', { fields: { password: ['field.required'] } });
};

/** Locks the tenant and returns the link; 404 if it was disabled or reset in the meantime. */
const openLink = async (tx: Transaction, tenantId: TenantId, token: string) => {
  const [, link, tenant] = await Promise.all([
    lockTenant(tx, tenantId),
    tx.first(
      db
        .selectFrom('join_links')
        .selectAll()
        .where('tenant_id', '=', tenantId)
        .where('token', '=', token)
        .where('active', '=', true),
    ),
    tx.first(db.selectFrom('tenants').selectAll().where('id', '=', tenantId)),
  ]);
  if (!link || !tenant) throw new Failure('notFound');
  return { link, tenant };
};

type NewPerson = { email: string; hash: string | null; locale: Locale };

const create = (tx: Transaction, { email, hash, locale }: NewPerson) => {
  const id = randomUUIDv7();
  tx.openAccount({ id });
  return tx.first(
    db
      .insertInto('users')
      .values({ id, email, password_hash: hash, locale })
      .onConflict((conflict) => conflict.doNothing())
      .returning(accountColumns),
  );
};

/** Adds a person as a Member; records whether they came by the public link or a private one. */
const join = async (tx: Transaction, link: Row<'join_links'>, person: Pick<Person, 'id'>) => {
  const tenantId = link.tenant_id;
  if (await membershipOf(tx, tenantId, person.id)) throw new Failure('tenant.existingUser');
  const isActive = !link.require_acceptance;
  const { id } = await tx.one(
    db
      .insertInto('memberships')
      .values({
        tenant_id: tenantId,
        user_id: person.id,
        role: Role.Member,
        status: isActive ? MemberStatus.Active : MemberStatus.PendingAcceptance,
        joined: link.public_url ? Joined.PublicUrl : Joined.Link,
      })
      .returning('id'),
  );
  // Sign-in need not wait for a confirmed address: an existing account has just proven its password or
  // session, a new one has just been created. Only self-registered addresses must be confirmed first.
  await tx.run(
    db
      .updateTable('users')
      .set({
        may_sign_in_unverified: true,
        ...(isActive && { default_tenant_id: sql`coalesce(default_tenant_id, ${tenantId})` }),
      })
      .where('id', '=', person.id),
  );
  return presentMember(await tx.one(memberOf(tenantId, id)));
};

/** Returns the active owners and admins, who are notified of requests. */
const managersOf = async (tx: Transaction, tenantId: TenantId) => {
  const rows = await tx.all(
    db
      .selectFrom('memberships')
      .innerJoin('users', 'users.id', 'memberships.user_id')
      .select(['users.email', 'users.first_name', 'users.locale', 'users.verified_at'])
      .where('memberships.tenant_id', '=', tenantId)
      .where('memberships.status', '=', MemberStatus.Active)
      .where('memberships.role', '<=', Role.Admin),
  );
  return rows.map((row) => readerOf(row));
};
