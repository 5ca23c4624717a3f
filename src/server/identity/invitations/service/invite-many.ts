import type { HandlerInput } from '#contract/endpoint.ts';
import type { InvitationResult, invitations } from '#contract/invitations.ts';
import { parseAddress, type Invitee } from '#contract/onboarding/addresses.ts';
import { lockTenantAndGetRole } from '#server/identity/members/service.ts';
import {
  findEmailDomains,
  isAllowedDomain,
} from '#server/identity/policies/service/email-domains.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { DbTransaction, TenantId } from '#server/platform/database/database.ts';
import { db, sql } from '#server/platform/database/query.ts';
import {
  addInvitation,
  assertMayInvite,
  findOrCreateAccount,
  invitingLocale,
  sendInvitation,
  type InvitingCall,
} from './invite.ts';

type Call = InvitingCall & {
  body: HandlerInput<(typeof invitations)['endpoints']['inviteMany']>['body'];
};

type Entry = { address: string; invitee: Invitee | null; result: InvitationResult };

/**
 * Invites several people in one transaction under the lock of the tenant, and returns what happened to each entry:
 * free seats go to the first ones (R-ONB-12).
 */
export const inviteMany = (context: AppContext, { tenant, session, body, statedLocale }: Call) =>
  tenant.runOnAccounts(async (tx) => {
    assertMayInvite(session, await lockTenantAndGetRole(tx, { tenant, session }), body.role);
    const entries = toEntries(body.addresses);
    const locale = await invitingLocale(tx, { session, statedLocale });
    const [members, held, domains, seats] = await Promise.all([
      findMembers(tx, tenant.id, entries),
      findHeldAddresses(tx, entries),
      findEmailDomains(tx, tenant.id),
      countFreeSeats(tx),
    ]);
    const chosen = assignSeats(entries, { members, held, domains, seats });
    // In one order for all organizations: concurrent calls that create the same accounts can't deadlock.
    for (const invitee of chosen.toSorted((a, b) => (a.email < b.email ? -1 : 1))) {
      const { id: user } = await findOrCreateAccount(tx, invitee.email, locale);
      const { role } = body;
      const id = await addInvitation(tx, { tenant: tenant.id, user, role, ...invitee });
      await sendInvitation(tx, { tenant, session, context, id });
    }
    return entries.map(({ address, result }) => ({ address, result }));
  });

/** Returns the entries, with the result of those that are decided by themselves. */
function toEntries(addresses: string[]): Entry[] {
  const seen = new Set<string>();
  return addresses.map((address) => {
    const invitee = parseAddress(address);
    if ('error' in invitee) return { address, invitee: null, result: 'invalid' };
    const result = seen.has(invitee.email) ? 'duplicate' : 'invited';
    seen.add(invitee.email);
    return { address, invitee, result };
  });
}

const addressesOf = (entries: Entry[]) => entries.flatMap(({ invitee }) => invitee?.email ?? []);

/** Returns the addresses that an account gave up and can still restore (R-ACC-30). */
async function findHeldAddresses(tx: DbTransaction, entries: Entry[]) {
  const rows = await tx.all(
    sql<{ email: string }>`select email from unnest(${addressesOf(entries)}::text[]) as email
        where app.is_reserved_address(email, null)`,
  );
  return new Set(rows.map(({ email }) => email));
}

/** Returns the addresses that have a membership in any status, in lower case. */
async function findMembers(tx: DbTransaction, tenant: TenantId, entries: Entry[]) {
  const emails = addressesOf(entries);
  const rows = await tx.all(
    db
      .selectFrom('memberships')
      .innerJoin('users', 'users.id', 'memberships.user_id')
      .select(sql<string>`lower(users.email)`.as('email'))
      .where('memberships.tenant_id', '=', tenant)
      .where(sql<boolean>`lower(users.email) = any (${emails}::text[])`),
  );
  return new Set(rows.map(({ email }) => email));
}

/** Counts the free seats; null: unlimited. */
async function countFreeSeats(tx: DbTransaction) {
  const query = sql<{ seats: number | null }>`select app.available_seats() as seats`;
  return (await tx.one(query)).seats;
}

type Known = {
  members: Set<string>;
  held: Set<string>;
  domains: readonly string[] | null;
  seats: number | null;
};

/** Sets the result of the entries that can't be invited; returns the people to invite. */
function assignSeats(entries: Entry[], { members, held, domains, seats }: Known): Invitee[] {
  let free = seats ?? Number.POSITIVE_INFINITY;
  return entries.flatMap((entry) => {
    const { invitee } = entry;
    if (!invitee || entry.result !== 'invited') return [];
    if (members.has(invitee.email)) entry.result = 'existing';
    else if (!isAllowedDomain(domains, invitee.email)) entry.result = 'domain';
    else if (held.has(invitee.email)) entry.result = 'held';
    else if (free <= 0) entry.result = 'noSeat';
    else {
      free -= 1;
      return [invitee];
    }
    return [];
  });
}
