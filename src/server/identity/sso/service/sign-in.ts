import { UserType, type Role } from '#contract/access.ts';
import { Failure, type ErrorCode } from '#contract/errors.ts';
import type { SsoProtocol } from '#contract/sso/connection.ts';
import type { SsoOutcome } from '#contract/sso/outcomes.ts';
import { JoinMethod, MemberStatus } from '#contract/statuses.ts';
import type { Locale } from '#locales/locales.ts';
import {
  openedAccount,
  replacePasswordHash,
  type UserRow,
} from '#server/identity/accounts/service/account.ts';
import { openSession, revokeAccess } from '#server/identity/accounts/service/session.ts';
import { isOwnAddress } from '#server/identity/domains/service/address.ts';
import { deleteFactors } from '#server/identity/factors/service/remove-of-user.ts';
import { assertNotSuspended, lockTenant } from '#server/identity/members/service.ts';
import { followLostRights } from '#server/identity/members/service/lost-rights.ts';
import { assertAllowedDomain } from '#server/identity/policies/service/email-domains.ts';
import {
  ConsentDue,
  roleAfterSignIn,
  roleFor,
  SsoRefusal,
  type SsoIdentity,
} from '#server/identity/sso/rules.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import { nameActor } from '#server/platform/database/audit.ts';
import type { DbTransaction, TenantId } from '#server/platform/database/database.ts';
import { db, sql } from '#server/platform/database/query.ts';
import { assertActive, toMapping, type ConnectionRow } from './connection.ts';
import { insertEvent } from './log.ts';
import { keepSignOutHint } from './session-provider.ts';

type SignIn = {
  tenant: TenantId;
  connection: ConnectionRow;
  identity: SsoIdentity;
  reference: string;
  userAgent: string;
  locale: Locale;
  /** True once the person has agreed to join. */
  hasAgreed?: boolean;
};

/**
 * Opens a session for a person that the identity provider of an organization has authenticated. The address, and that of
 * the account, must be in a verified domain of that organization; an account with it is linked to the identity, and people
 * who are no members yet are added if the organization wants that and has a seat (R-SSO-05). Throws `ConsentDue`, and
 * changes nothing, if the account existed before and the person has not agreed (R-SSO-17).
 */
export const signInIdentity = (context: AppContext, request: SignIn) =>
  context.database
    .tenantAccounts(request.tenant, async (tx) => {
      const { tenant, connection, identity } = request;
      await lockTenant(tx, tenant);
      await assertActive(tx, connection);
      const { email } = identity;
      if (email === null) throw new SsoRefusal('noEmail');
      if (!(await isOwnAddress(tx, tenant, email))) throw new SsoRefusal('otherDomain');
      const person = await openAccount(tx, request, email);
      // A linked account may have another address now, which this provider does not prove.
      if (!(await isOwnAddress(tx, tenant, person.email))) throw new SsoRefusal('otherDomain');
      nameActor(tx, person.id);
      const isNew = await joinOrUpdate(tx, request, person);
      const isLinked = await linkIdentity(tx, request, person);
      // After all refusals; the transaction is rolled back. No person has used an account whose address was never proven.
      if ((isNew || isLinked) && person.verified_at !== null && !request.hasAgreed)
        throw new ConsentDue({ isMember: !isNew });
      await proveAddress(tx, request, person);
      const protocol = connection.protocol as SsoProtocol;
      const { reference } = request;
      const outcome = isNew ? 'joined' : 'signedIn';
      await tx.run(insertEvent(tenant, { protocol, outcome, reference, email }));
      const opened = await openSession(tx, person, {
        userAgent: request.userAgent,
        method: 'sso',
        ssoTenant: tenant,
      });
      const { signOut } = identity;
      await keepSignOutHint(tx, context, { tenant, session: opened.id, signOut });
      return opened;
    })
    .catch((error: unknown) => {
      const outcome = error instanceof Failure ? outcomesOfJoining[error.code] : undefined;
      throw outcome ? new SsoRefusal(outcome, { cause: error }) : error;
    });

/** Refusals of new members, which owners read in the log like all others (R-SSO-08). */
const outcomesOfJoining: Partial<Record<ErrorCode, SsoOutcome>> = {
  'tenant.maxNumberOfUsers': 'noSeat',
  'tenant.suspended': 'suspended',
  'policy.emailDomain': 'emailDomain',
};

/** Returns the query of the account that is linked to an identity, or of the identity of an account. */
export function selectIdentity(
  tenant: TenantId,
  { issuer }: SsoIdentity,
  by: { subject: string } | { user_id: string },
) {
  const query = db
    .selectFrom('sso_identities')
    .select(['user_id', 'subject'])
    .where('tenant_id', '=', tenant)
    .where('issuer', '=', issuer);
  return 'subject' in by
    ? query.where('subject', '=', by.subject)
    : query.where('user_id', '=', by.user_id);
}

/** Opens the account that is linked to the identity, else the one with its address, which is created if needed. */
async function openAccount(
  tx: DbTransaction,
  { tenant, connection, identity, locale }: SignIn,
  email: string,
): Promise<UserRow> {
  const linked = await tx.first(selectIdentity(tenant, identity, identity));
  tx.openAccount(linked ? { id: linked.user_id } : { email });
  let person = await tx.first(openedAccount);
  if (!person) {
    if (!connection.provisions) throw new SsoRefusal('noMember');
    const create = sql<{ id: string }>`select app.invited_account(${email}, ${locale}) as id`;
    const { id } = await tx.one(create);
    tx.openAccount({ id });
    person = await tx.one(openedAccount);
  }
  // Operators and accounts that were closed are out of reach of organizations.
  if (!person.active || person.type === UserType.Admin) throw new SsoRefusal('accountRefused');
  return person;
}

/** Activates or adds the membership, or gives a member the role of the mapping; returns true if it is new. */
async function joinOrUpdate(
  tx: DbTransaction,
  { tenant, connection, identity }: SignIn,
  { id: user_id, email }: UserRow,
) {
  const mapping = toMapping(connection);
  const member = await tx.first(
    db
      .selectFrom('memberships')
      .select(['tenant_id', 'user_id', 'id', 'role', 'status'])
      .where('tenant_id', '=', tenant)
      .where('user_id', '=', user_id),
  );
  if (member?.status === MemberStatus.Inactive) throw new SsoRefusal('memberRefused');
  if (member?.status === MemberStatus.Active) {
    const role = roleAfterSignIn(member.role as Role, mapping, identity.claims);
    if (role !== member.role) {
      await followLostRights(tx, { before: member, after: { ...member, role } });
      await setMember(tx, tenant, { id: member.id, role });
    }
    return false;
  }
  const isInvited = member?.status === MemberStatus.PendingInvitation;
  if (!isInvited && !mapping.provisions) throw new SsoRefusal('noMember');
  await assertNotSuspended(tx, tenant);
  await assertAllowedDomain(tx, tenant, email);
  if (isInvited) {
    const role = roleAfterSignIn(member.role as Role, mapping, identity.claims);
    await setMember(tx, tenant, { id: member.id, role, status: MemberStatus.Active });
    return true;
  }
  const role = roleFor(mapping, identity.claims);
  if (member) {
    await setMember(tx, tenant, { id: member.id, role, status: MemberStatus.Active });
    return true;
  }
  const status = MemberStatus.Active;
  const joined = JoinMethod.Invitation;
  await tx.run(
    db.insertInto('memberships').values({ tenant_id: tenant, user_id, role, status, joined }),
  );
  return true;
}

type MemberChange = { id: string; role: number; status?: number };

const setMember = (tx: DbTransaction, tenant: TenantId, { id, ...change }: MemberChange) =>
  tx.run(
    db.updateTable('memberships').set(change).where('tenant_id', '=', tenant).where('id', '=', id),
  );

/** Links the account to the identity, and returns true if it was not; refuses another identity for an account that has one. */
async function linkIdentity(
  tx: DbTransaction,
  { tenant, identity }: SignIn,
  { id: user_id }: UserRow,
) {
  const { issuer, subject } = identity;
  const added = await tx.run(
    db
      .insertInto('sso_identities')
      .values({ tenant_id: tenant, issuer, subject, user_id })
      .onConflict((conflict) => conflict.doNothing()),
  );
  const linked = await tx.first(selectIdentity(tenant, identity, { user_id }));
  if (linked?.subject !== subject) throw new SsoRefusal('otherIdentity');
  return added > 0;
}

/**
 * Marks the address as verified and fills empty names. An account whose address was never proven may have been
 * prepared by another person: its password, second factors, sessions and links end.
 */
async function proveAddress(tx: DbTransaction, { tenant, identity }: SignIn, person: UserRow) {
  if (person.verified_at === null) {
    await replacePasswordHash(tx, person.password_hash, null);
    await deleteFactors(tx, person.id);
    await revokeAccess(tx, person.id);
  }
  await tx.run(
    db
      .updateTable('users')
      .set({
        first_name: person.first_name || identity.firstName,
        last_name: person.last_name || identity.lastName,
        verified_at: sql`coalesce(verified_at, now())`,
        default_tenant_id: sql`coalesce(default_tenant_id, ${tenant})`,
      })
      .where('id', '=', person.id),
  );
}
