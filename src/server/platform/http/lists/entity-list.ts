import type { Page } from '#contract/endpoint.ts';
import { columnOf } from '#contract/entities/fields.ts';
import type { CsvLanguage } from '#contract/lists/csv.ts';
import { filtersOf, type ListDeclaration } from '#contract/lists/declaration.ts';
import { recordAuditEvent } from '#server/platform/database/audit.ts';
import { scopeTenant } from '#server/platform/database/isolation/ids.ts';
import { sql, type RawBuilder, type TableRow } from '#server/platform/database/query.ts';
import type { DB } from '#server/platform/database/tables.ts';
import type { GuardedReader, TenantScope } from '#server/platform/http/contract/guard.ts';
import { csvFile } from './csv.ts';
import { storedField, toStored, toTotal } from './fields.ts';
import { selectFiltered, selectTotals, type Filters, type TenantSource } from './filtered.ts';
import {
  filterConditions,
  pageSelector,
  readListPage,
  type ListQuery,
  type ListRow,
  type ListSource,
} from './select.ts';
import { termsOf } from './terms.ts';

type TotalsOf<D> = Record<
  D extends { totals: readonly (infer N extends string)[] } ? N : never,
  number
>;

type Read = { tenant: GuardedReader; query: object };
type Write<B> = { tenant: TenantScope; body: B };

type ListedEntity<T extends keyof DB, D, R, C> = {
  table: T;
  /** Noun of the entity in the log. */
  noun: string;
  list: D;
  /** Columns of the tenant that each row has besides those of its table; the totals have them, too. */
  tenantColumns?: { [N in keyof C]: RawBuilder<C[N]> };
  toRecord: (row: TableRow<T> & NoInfer<C>) => R;
};

/**
 * Returns the handlers of the calls that `listCalls` declares for an entity. Its table stores the fields under their
 * names, with an index for each order, and one of all texts that the list looks into: `<table>_texts_idx`.
 */
export function entityList<
  T extends keyof DB & string,
  const D extends ListDeclaration,
  R extends object,
  C extends object = object,
>({ table, noun, list, tenantColumns, toRecord }: ListedEntity<T, D, R, C>) {
  const from = sql.table(table);
  const ofAll = Object.entries<RawBuilder<unknown>>(tenantColumns ?? {}).map(
    ([name, value]) => sql`${value} as ${sql.id(name)}`,
  );
  const columns = sql.join([sql`${from}.*`, ...ofAll]);
  const scope = sql<boolean>`${sql.ref(`${table}.tenant_id`)} = ${scopeTenant}`;
  const source = { list, table, columns, from, scope };
  const readPage = pageReader<TableRow<T> & C & ListRow>(source);
  const getAll = async ({ tenant, query }: Read): Promise<Page<R>> => {
    const { items, next } = await readPage(tenant, query as ListQuery);
    return { items: items.map(toRecord), next };
  };
  return {
    getAll,
    getTotals: async ({ tenant, query }: Read) => {
      const { sums, shared, ...totals } = await readTotals(source, { tenant, query }, ofAll);
      return { ...(shared as C), ...totals, sums: sums as TotalsOf<D> | null };
    },
    exportCsv: async ({ tenant, query }: Read) => {
      const member = await tenant.authorized();
      const counted = { ...source, list: { ...list, totals: [] } };
      const { count, isPartial } = await readTotals(counted, { tenant, query });
      const details = { ...(!isPartial && { count }), ...chosenFilters(list, query) };
      // Before the first row: a download that the client aborts has left the server, too.
      await member.tenant.run((tx) =>
        recordAuditEvent(tx, { action: `${noun}.exported`, tenant: member.tenant.id, details }),
      );
      const { language } = query as { language?: CsvLanguage };
      return csvFile(source, language, (page) => getAll({ tenant, query: { ...query, ...page } }));
    },
    removeMany: async ({ tenant, body }: Write<{ ids: string[] }>) => {
      const removed = sql`delete from ${from} ${ofTenant(source, body.ids)} returning id`;
      return { count: (await tenant.write(removed)).length };
    },
    updateMany: async ({ tenant, body }: Write<{ ids: string[]; changes: object }>) => {
      const sets = setColumns(source, body.changes);
      const changed = sql`update ${from} set ${sets} ${ofTenant(source, body.ids)} returning id`;
      return { count: (await tenant.write(changed)).length };
    },
  };
}

/** Returns the search and the filters of a query, for the log; nothing without any. */
function chosenFilters(list: ListDeclaration, query: object) {
  const names = ['search', ...filtersOf(list).flatMap(({ params }) => params)];
  const chosen = Object.entries(query).filter(
    ([name, value]) => names.includes(name) && value !== '',
  );
  return chosen.length > 0 && { filters: Object.fromEntries(chosen) };
}

function queryFilters({ list, table }: ListSource, query: object): Filters {
  const given = query as Record<string, unknown>;
  const { ends, others } = filterConditions({ list, table }, given);
  const selected = given['ids']
    ? [sql<boolean>`${sql.ref(`${table}.id`)} = any (${given['ids']}::uuid[])`]
    : [];
  return { ends, others: [...others, ...selected], terms: termsOf(list, given) };
}

/** Returns a function that reads a page; each read checks the rights of the caller again (decision 32). */
function pageReader<R extends ListRow>(source: TenantSource) {
  const select = pageSelector<R>(source);
  return (reader: GuardedReader, query: ListQuery) => {
    const filters = queryFilters(source, query);
    const isSimple = filters.others.length + filters.terms.length === 0;
    return readListPage<R>(source, query, (place) =>
      reader.read(
        isSimple
          ? select(query, place, filters.ends)
          : selectFiltered<R>(source, { query, place }, filters),
      ),
    );
  };
}

/**
 * Counts the rows that a query leaves, and sums their fields; of too many rows, only the least number is known. `shared`
 * has the values of further columns, which are the same for all rows.
 */
async function readTotals(
  source: TenantSource,
  { tenant, query }: Read,
  columns: RawBuilder<unknown>[] = [],
) {
  const { list, table } = source;
  const totals = (list.totals ?? []).map((name) => ({
    name,
    stored: storedField(list, table, name),
  }));
  const sums = totals.map(({ name, stored }) => {
    return sql`sum(${sql.ref(`${table}.${stored.column}`)}) as ${sql.id(name)}`;
  });
  const selected = selectTotals(source, [...sums, ...columns], queryFilters(source, query));
  const { isPartial, '#': count, ...rest } = (await tenant.read(selected))[0] ?? {};
  const sumOf = (name: string) => String(rest[name] ?? 0);
  const names = totals.map(({ name }) => name as string);
  return {
    count: Number(count),
    isPartial: isPartial === true,
    shared: Object.fromEntries(Object.entries(rest).filter(([name]) => !names.includes(name))),
    sums:
      isPartial === true
        ? null
        : Object.fromEntries(
            totals.map(({ name, stored }) => [name, toTotal(stored, sumOf(name))]),
          ),
  };
}

/** Rows of these ids that belong to the tenant; others are left out in silence. */
const ofTenant = ({ table, scope }: TenantSource, ids: string[]) =>
  sql`where ${scope} and ${sql.ref(`${table}.id`)} = any (${ids}::uuid[])`;

const setColumns = ({ list, table }: TenantSource, changes: object) =>
  sql.join(
    Object.entries(changes).map(
      ([name, value]) =>
        sql`${sql.id(columnOf(name))} = ${toStored(storedField(list, table, name), value)}`,
    ),
  );
