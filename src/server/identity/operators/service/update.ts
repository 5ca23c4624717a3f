import type { OperatorRole } from '#contract/access.ts';
import type { Database } from '#server/platform/database/database.ts';
import { db, orNotFound } from '#server/platform/database/query.ts';
import { selectOperators, toOperatorRecord } from './list.ts';

type RoleChange = { id: string; role: OperatorRole };

/** Changes the role of an operator; a trigger keeps the last administrator (R-OPR-11). */
export const update = (database: Database, { id, role }: RoleChange) =>
  database.operator(async (tx) => {
    const row = orNotFound(await tx.first(selectOperators.where('id', '=', id).forUpdate()));
    if (row.operator_role !== role) {
      await tx.run(db.updateTable('users').set({ operator_role: role }).where('id', '=', id));
    }
    return toOperatorRecord({ ...row, operator_role: role });
  });
