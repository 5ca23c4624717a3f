import { UserType, type OperatorRole } from '#contract/access.ts';
import type { OperatorRecord } from '#contract/operators/operators.ts';
import type { Database } from '#server/platform/database/database.ts';
import { db, type TableRow } from '#server/platform/database/query.ts';

/** Lists operators by email, then pending invitations (R-OPR-11). */
export const list = (database: Database): Promise<OperatorRecord[]> =>
  database.operator(async (tx) => {
    const [people, invitations] = await Promise.all([
      tx.all(selectOperators.orderBy('email')),
      tx.all(selectInvitations.orderBy('email')),
    ]);
    return [...people.map(toOperatorRecord), ...invitations.map(toInvitationRecord)];
  });

/** Query for the accounts of operators. */
export const selectOperators = db
  .selectFrom('users')
  .select(['id', 'email', 'first_name', 'last_name', 'avatar', 'operator_role'])
  .where('type', '=', UserType.Admin)
  .where('active', '=', true)
  .where('operator_role', 'is not', null);

/** Query for the invitations, without their tokens. */
export const selectInvitations = db
  .selectFrom('operator_invitations')
  .select(['id', 'email', 'role', 'expires_at']);

type OperatorColumns = Pick<
  TableRow<'users'>,
  'id' | 'email' | 'first_name' | 'last_name' | 'avatar' | 'operator_role'
>;

/** Converts the account of an operator to a record. */
export const toOperatorRecord = (row: OperatorColumns): OperatorRecord => ({
  id: row.id,
  email: row.email,
  name: `${row.first_name} ${row.last_name}`.trim(),
  avatar: row.avatar,
  role: row.operator_role as OperatorRole,
  invitedUntil: null,
  expired: false,
});

type InvitationColumns = Pick<
  TableRow<'operator_invitations'>,
  'id' | 'email' | 'role' | 'expires_at'
>;

/** Converts an invitation to a record. */
export const toInvitationRecord = (row: InvitationColumns): OperatorRecord => ({
  id: row.id,
  email: row.email,
  name: '',
  avatar: '',
  role: row.role as OperatorRole,
  invitedUntil: row.expires_at.toISOString(),
  expired: row.expires_at <= new Date(),
});
