import type { LegalKind } from '#contract/legal.ts';
import { JoinMethod, MemberStatus } from '#contract/statuses.ts';
import type { DbTransaction } from '#server/platform/database/database.ts';
import { db, sql, type TableRow } from '#server/platform/database/query.ts';

export type UserRow = Omit<
  TableRow<'users'>,
  'changed_at' | 'notification_settings' | 'last_digest_on' | 'suspension_reason'
>;

/** Columns of `users` that requests may read, all but the hash (R-SEC-18). */
export const accountColumns = [
  'id',
  'email',
  'first_name',
  'last_name',
  'phone',
  'avatar',
  'type',
  'operator_role',
  'login_type',
  'google_sub',
  'locale',
  'time_zone',
  'verified_at',
  'active',
  'may_sign_in_unverified',
  'default_tenant_id',
  'accepted_terms',
  'accepted_privacy',
  'accepted_at',
  'created_at',
] as const satisfies (keyof UserRow)[];

/** Query for the account that the transaction has opened, with its password hash. */
export const openedAccount = db
  .selectFrom('users')
  .select(accountColumns)
  .select('password_hash')
  .where('id', '=', sql<string>`(select app.account_id())`);

const updateOpened = db
  .updateTable('users')
  .where('id', '=', sql<string>`(select app.account_id())`);

/** Sets the password hash of the account that the transaction has opened. */
export const setPasswordHash = (tx: DbTransaction, hash: string) =>
  tx.run(updateOpened.set({ password_hash: hash }));

/** Replaces the password hash if it still equals `former`; returns false if it was changed since. */
export async function replacePasswordHash(
  tx: DbTransaction,
  former: string | null,
  next: string | null,
) {
  const unchanged = updateOpened.where('password_hash', 'is not distinct from', former);
  return (await tx.run(unchanged.set({ password_hash: next }))) > 0;
}

/** A version of each legal text. */
export type VersionByKind = Record<LegalKind, number>;

const countVersions = db
  .selectFrom('legal_texts')
  .select((eb) => [
    'kind',
    eb.fn.max('version').as('newest'),
    sql<number | null>`max(version) filter (where requires_acceptance)`.as('required'),
  ])
  .groupBy('kind');

/** Returns the newest version of each legal text, and the newest that people must have accepted. */
export async function readLegalVersions(tx: DbTransaction) {
  const rows = await tx.all(countVersions);
  const of = (kind: LegalKind) => rows.find((row) => row.kind === kind);
  const versions = (column: 'newest' | 'required'): VersionByKind => ({
    terms: of('terms')?.[column] ?? 0,
    privacy: of('privacy')?.[column] ?? 0,
  });
  return { newest: versions('newest'), required: versions('required') };
}

/** Returns columns of `users` that record the acceptance of these versions, now. */
export const toAcceptanceColumns = ({ terms, privacy }: VersionByKind) => ({
  accepted_terms: terms,
  accepted_privacy: privacy,
  accepted_at: sql<Date>`now()`,
});

/** Returns columns of `users` that record the acceptance of the newest legal texts (R-LEG-03). */
export const acceptNewest = async (tx: DbTransaction) =>
  toAcceptanceColumns((await readLegalVersions(tx)).newest);

/**
 * Is true when the person of the scope has no organization to open. Invited, pending and inactive memberships do not count,
 * except an organization that they registered and can still claim.
 */
export const hasNoOrganization = sql<boolean>`not exists (
  select from app.my_memberships()
  where status = ${MemberStatus.Active} or status = ${MemberStatus.PendingInvitation} and joined = ${JoinMethod.Creator})`;
