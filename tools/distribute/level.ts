import type { TablePlacement } from './shape.ts';
import { listOf, nodeOf, namePartsOf, walk, type Node } from './tree.ts';

/** Output column of a query: constant for one tenant (`one`), each row's tenant (`key`), or neither. */
export interface Brought {
  name: string;
  is: 'one' | 'key' | null;
}

/** Entry of a FROM clause: a table or a subquery. */
export interface FromEntry {
  alias: string;
  /** Table; null for a subquery or a function. */
  table: TablePlacement | null;
  columns: Set<string>;
  /** Columns that hold the row's tenant. */
  keys: Set<string>;
  /** Columns known to have a single value. */
  bound: Set<string>;
  isWritten: boolean;
}

/** Query with its FROM entries and its enclosing query. */
export interface Level {
  entries: FromEntry[];
  outer: Level | null;
  ctes: Map<string, Brought[]>;
}

interface Column {
  entry: FromEntry;
  name: string;
}

/** Returns the FROM entry of a table with this alias. */
export const entryOf = (table: TablePlacement, alias: string): FromEntry => ({
  alias,
  table,
  columns: new Set(table.columns),
  keys: new Set(table.key === null ? [] : [table.key]),
  bound: new Set(),
  isWritten: false,
});

/** Returns the FROM entry of a subquery. */
export const derived = (brought: Brought[], alias: string): FromEntry => {
  const those = (is: Brought['is']) =>
    new Set(brought.filter((column) => column.is === is).map(({ name }) => name));
  const columns = new Set(brought.map(({ name }) => name));
  return { alias, table: null, columns, keys: those('key'), bound: those('one'), isWritten: false };
};

/** Returns the column that a reference names; null for anything else, such as a parameter. */
export function columnOf(reference: Node, level: Level | null): Column | null {
  const words = namePartsOf(reference['fields']);
  const name = words.at(-1) ?? '';
  const alias = words.length > 1 ? words.at(-2) : undefined;
  for (let here = level; here; here = here.outer) {
    const entry = here.entries.find((one) =>
      alias === undefined ? one.columns.has(name) : one.alias === alias,
    );
    if (entry) return { entry, name };
  }
  return null;
}

/** Returns true when an expression has one value for all rows: parameters, literals, bound columns. */
export function isValue(expression: unknown, level: Level): boolean {
  let is = expression !== undefined;
  walk({ Expression: expression }, (kind, node) => {
    if (kind === 'SubLink' || kind === 'FuncCall' || kind === 'SetToDefault') is = false;
    if (kind !== 'ColumnRef') return true;
    const column = columnOf(node, level);
    if (column && !column.entry.bound.has(column.name)) is = false;
    return false;
  });
  return is;
}

/** Returns both sides of every `a = b` that must hold for each row. */
export function equalities(condition: unknown): [Node, Node][] {
  const { A_Expr, BoolExpr } = nodeOf(condition);
  const all = nodeOf(BoolExpr);
  if (all['boolop'] === 'AND_EXPR') return listOf(all['args']).flatMap((part) => equalities(part));
  const comparison = nodeOf(A_Expr);
  if (comparison['kind'] !== 'AEXPR_OP' || namePartsOf(comparison['name'])[0] !== '=') return [];
  return [[nodeOf(comparison['lexpr']), nodeOf(comparison['rexpr'])]];
}

/** Marks columns that equalities bind to one value, and transitively those equal to them. */
export function bind(level: Level, pairs: [Node, Node][]): void {
  const both = pairs.flatMap(([left, right]) => [[left, right] as const, [right, left] as const]);
  for (let went = true; went;) {
    went = false;
    for (const [side, other] of both) {
      if (!('ColumnRef' in side)) continue;
      const column = columnOf(nodeOf(side['ColumnRef']), level);
      if (!column || !level.entries.includes(column.entry)) continue;
      if (column.entry.bound.has(column.name) || !isValue(other, level)) continue;
      column.entry.bound.add(column.name);
      went = true;
    }
  }
}

const isOfTenants = ({ keys }: FromEntry) => keys.size > 0;
const isOfOne = ({ keys, bound }: FromEntry) => [...keys].every((key) => bound.has(key));

/** Returns the reach of an entry: rows of one tenant, tenant by tenant, or across tenants. */
export function reachesOf(
  level: Level,
  pairs: [Node, Node][],
): Map<FromEntry, 'one' | 'each' | 'across'> {
  const around: FromEntry[] = [];
  for (let here = level.outer; here; here = here.outer) around.push(...here.entries);
  const tenantEntries = [...level.entries, ...around].filter(isOfTenants);
  const groups = new Map(tenantEntries.map((entry) => [entry, entry]));
  const leader = (entry: FromEntry): FromEntry => {
    const above = groups.get(entry);
    return above === undefined || above === entry ? entry : leader(above);
  };
  for (const [left, right] of pairs) {
    if (!('ColumnRef' in left && 'ColumnRef' in right)) continue;
    const [one, other] = [left, right].map((side) => columnOf(nodeOf(side['ColumnRef']), level));
    if (one?.entry.keys.has(one.name) && other?.entry.keys.has(other.name)) {
      groups.set(leader(one.entry), leader(other.entry));
    }
  }
  const isTogether = new Set(tenantEntries.map(leader)).size <= 1;
  return new Map(
    level.entries.map((entry) => [entry, isOfOne(entry) ? 'one' : isTogether ? 'each' : 'across']),
  );
}
