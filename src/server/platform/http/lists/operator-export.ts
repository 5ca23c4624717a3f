import { operatorAllows, UserType, type OperatorAccess } from '#contract/access.ts';
import type { FileResponse, Page } from '#contract/endpoint.ts';
import { csvDate, type CsvLanguage } from '#contract/lists/csv.ts';
import { recordAuditEvent } from '#server/platform/database/audit.ts';
import type { Database } from '#server/platform/database/database.ts';
import {
  loadCurrentRights,
  PermissionRevoked,
} from '#server/platform/http/contract/current-rights.ts';
import type { AuthSession } from '#server/platform/http/contract/guard.ts';
import { csvOf } from './csv.ts';

/** Records of a list that are in memory at the same time: an organization brings its members. */
const limit = 100;

type Paging = { cursor?: string | undefined; limit: number };

type Cell = string | number | boolean | null | undefined;

/** Names of the values of a record that are cells. */
type CellName<R> = { [K in keyof R & string]: R[K] extends Cell ? K : never }[keyof R & string];

/** Column with a record's value of this name, or columns that are computed, by name. */
type Column<R> = CellName<R> | Readonly<Record<string, (record: R) => Cell>>;

/** List of the operator, and its columns in their order. */
type OperatorList<Q extends Paging, R> = {
  /** Name in the audit log and of the file. */
  name: string;
  access: OperatorAccess;
  read: (database: Database, query: Q) => Promise<Page<R>>;
  columns: readonly Column<R>[];
};

/**
 * Returns the handler that exports a list of the operator as CSV with its filters and order (R-LST-13). The export is
 * audited, and breaks off when the operator may no longer read the list.
 */
export const operatorExport =
  <Q extends Paging, R>(database: Database, { name, access, read, columns }: OperatorList<Q, R>) =>
  async ({
    session,
    query,
  }: {
    session: AuthSession;
    query: Omit<Q, keyof Paging> & { language?: CsvLanguage };
  }): Promise<FileResponse> => {
    const { language } = query;
    const details = { list: name, ...chosenFilters(query) };
    await database.operator((tx) => recordAuditEvent(tx, { action: 'list.exported', details }));
    const assertAllowed = async () => {
      const rights = await loadCurrentRights(database, session, { tenant: null, scope: null });
      const isAllowed =
        rights?.user_type === UserType.Admin && operatorAllows(access, 'GET', rights.operator_role);
      if (!isAllowed) throw new PermissionRevoked();
    };
    async function* readRows() {
      let cursor: string | undefined;
      do {
        await assertAllowed();
        const page: Page<R> = await read(database, withPage<Q>(query, { cursor, limit }));
        for (const record of page.items) yield toRow(record, cells, language);
        cursor = page.next ?? undefined;
      } while (cursor !== undefined);
    }
    const cells = columns.flatMap(cellsOf);
    return csvOf({ name, columns: cells.map(([column]) => column), rows: readRows(), language });
  };

/** Returns the query of a page: the parameters that the export has, and the two that it lacks. */
const withPage = <Q extends Paging>(query: Omit<Q, keyof Paging>, paging: Paging) =>
  ({ ...query, ...paging }) as unknown as Q;

/** Returns the names of a column's cells, each with the function that reads it. */
const cellsOf = <R>(column: Column<R>): [string, (record: R) => Cell][] =>
  typeof column === 'object'
    ? Object.entries(column)
    : [[column, (record) => record[column] as Cell]];

const toRow = <R>(record: R, cells: [string, (record: R) => Cell][], language: CsvLanguage) =>
  Object.fromEntries(
    cells.map(([column, read]) => {
      const value = read(record);
      return [column, typeof value === 'string' ? csvDate(value, language) : value];
    }),
  );

/** Parameters of a query that are no filters. */
const others = ['sort', 'descending', 'language'];

/** Returns the search and the filters of a query, for the log; nothing without any. */
function chosenFilters(query: object) {
  const chosen = Object.entries(query).filter(
    ([name, value]) => !others.includes(name) && value !== '' && value !== undefined,
  );
  return chosen.length > 0 && { filters: Object.fromEntries(chosen) };
}

/** Returns the cells with the organization of a record. */
export const organizationColumns = {
  organizationId: ({ tenant }: { tenant: { id: string } | null }) => tenant?.id,
  organization: ({ tenant }: { tenant: { name: string | null } | null }) => tenant?.name,
};

/** Returns the name of a number, such as a role. */
export const nameIn = (names: Readonly<Record<string, number>>, value: number) =>
  Object.entries(names).find(([, number]) => number === value)?.[0];
