import { accountTables } from './account-tables.ts';
import type { ColumnDecision } from './column-decisions.ts';
import { memberTables } from './member-tables.ts';

/** Tables with rows of a person, by the columns that the copy of their data shows (R-DAT-02). */
export const personalTables = { ...accountTables, ...memberTables };

export type PersonalTable = keyof typeof personalTables;

/** Returns the columns of a table that the copy of the data shows. */
export const exportedColumns = (table: PersonalTable): string[] =>
  Object.entries<ColumnDecision>(personalTables[table])
    .filter(([, decision]) => decision === true)
    .map(([column]) => column);
