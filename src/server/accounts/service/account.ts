import type { LegalKind } from '#contract/legal.ts';
import type { DbTransaction } from '#server/database/database.ts';
import { db, sql, statement, type TableRow } from '#server/database/query.ts';

export type UserRow = Omit<
  TableRow<'users'>,
  'changed_at' | 'notification_settings' | 'last_digest_on' | 'suspension_reason'
>;

/** Columns of `users` that requests may read; the hash comes from `app.password_hash()` (R-SEC-18). */
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
  .select(sql<string | null>`app.password_hash()`.as('password_hash'))
  .where('id', '=', sql<string>`(select app.account_id())`);

/** Sets the password hash of the account that the transaction has opened. */
export const setPasswordHash = (tx: DbTransaction, hash: string) =>
  tx.run(statement(sql`select app.set_password(${hash})`));

/** Replaces the password hash if it still equals `former`; returns false if it was changed since. */
export const replacePasswordHash = async (
  tx: DbTransaction,
  former: string | null,
  next: string | null,
) => {
  const change = sql<{ done: boolean }>`select app.replace_password(${former}, ${next}) as done`;
  return (await tx.one(statement(change))).done;
};

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
export const readLegalVersions = async (tx: DbTransaction) => {
  const rows = await tx.all(countVersions);
  const of = (kind: LegalKind) => rows.find((row) => row.kind === kind);
  const versions = (column: 'newest' | 'required'): VersionByKind => ({
    terms: of('terms')?.[column] ?? 0,
    privacy: of('privacy')?.[column] ?? 0,
  });
  return { newest: versions('newest'), required: versions('required') };
};

/** Returns columns of `users` that record the acceptance of these versions, now. */
export const toAcceptanceColumns = ({ terms, privacy }: VersionByKind) => ({
  accepted_terms: terms,
  accepted_privacy: privacy,
  accepted_at: sql<Date>`now()`,
});

/** Returns columns of `users` that record the acceptance of the newest legal texts (R-LEG-03). */
export const acceptNewest = async (tx: DbTransaction) =>
  toAcceptanceColumns((await readLegalVersions(tx)).newest);
