import type { Transaction } from '#server/database/database.ts';
import { db, sql, statement, type Row } from '#server/database/query.ts';

export type Person = Row<'users'>;

/** The columns of accounts that the application may read; of a password there is `app.password_hash()`. */
export const accountColumns = [
  'id',
  'email',
  'first_name',
  'last_name',
  'phone',
  'avatar',
  'type',
  'login_type',
  'google_sub',
  'locale',
  'verified_at',
  'active',
  'may_sign_in_unverified',
  'default_tenant_id',
  'created_at',
] as const satisfies (keyof Person)[];

/** The account that the transaction has opened, with the hash of its password. */
export const account = db
  .selectFrom('users')
  .select(accountColumns)
  .select(sql<string | null>`app.password_hash()`.as('password_hash'))
  .where('id', '=', sql<string>`(select app.account_id())`);

/** Sets the password of the account that the transaction has opened. */
export const setPasswordHash = (tx: Transaction, hash: string) =>
  tx.run(statement(sql`select app.set_password(${hash})`));

/** The same if it has not changed since it was read; whether it had not. */
export const replacePasswordHash = async (
  tx: Transaction,
  former: string | null,
  wanted: string | null,
) => {
  const change = sql<{ done: boolean }>`select app.replace_password(${former}, ${wanted}) as done`;
  return (await tx.one(statement(change))).done;
};
