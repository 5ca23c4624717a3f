import type { Table } from './shape.ts';
import { listOf, nodeOf, textsOf, walk, type Node } from './tree.ts';

/** A column that a query brings forth: of one tenant (`one`), each tenant's own (`key`), or neither. */
export interface Brought {
  name: string;
  is: 'one' | 'key' | null;
}

/** Something in FROM: a table, or what a subquery brings along. */
export interface Entry {
  alias: string;
  /** Null: a subquery, or rows of a function. */
  table: Table | null;
  columns: Set<string>;
  /** The columns that say whose a row is. */
  keys: Set<string>;
  /** Columns known to have one value. */
  bound: Set<string>;
  isWritten: boolean;
}

/** One query: what it reads from, and the query around it. */
export interface Level {
  entries: Entry[];
  outer: Level | null;
  ctes: Map<string, Brought[]>;
}

interface Column {
  entry: Entry;
  name: string;
}

/** What stands in FROM under this name. */
export const entryOf = (table: Table, alias: string): Entry => ({
  alias,
  table,
  columns: new Set(table.columns),
  keys: new Set(table.key === null ? [] : [table.key]),
  bound: new Set(),
  isWritten: false,
});

/** The same of a subquery. */
export const derived = (brought: Brought[], alias: string): Entry => {
  const those = (is: Brought['is']) =>
    new Set(brought.filter((column) => column.is === is).map(({ name }) => name));
  const columns = new Set(brought.map(({ name }) => name));
  return { alias, table: null, columns, keys: those('key'), bound: those('one'), isWritten: false };
};

/** The column that a reference means; null when it is none of a table: a parameter, say. */
export function columnOf(reference: Node, level: Level | null): Column | null {
  const words = textsOf(reference['fields']);
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

/** Whether an expression has one value for all rows: a parameter, a literal, a column bound to one. */
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

/** The sides of every `a = b` that must hold for each row. */
export function equalities(condition: unknown): [Node, Node][] {
  const { A_Expr, BoolExpr } = nodeOf(condition);
  const all = nodeOf(BoolExpr);
  if (all['boolop'] === 'AND_EXPR') return listOf(all['args']).flatMap((part) => equalities(part));
  const comparison = nodeOf(A_Expr);
  if (comparison['kind'] !== 'AEXPR_OP' || textsOf(comparison['name'])[0] !== '=') return [];
  return [[nodeOf(comparison['lexpr']), nodeOf(comparison['rexpr'])]];
}

/** Marks the columns that equalities give one value, and those equal to them, and so on. */
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

const isOfTenants = ({ keys }: Entry) => keys.size > 0;
const isOfOne = ({ keys, bound }: Entry) => [...keys].every((key) => bound.has(key));

/** What an entry reaches: rows of one tenant, tenant by tenant, or tenants with each other. */
export function reachesOf(
  level: Level,
  pairs: [Node, Node][],
): Map<Entry, 'one' | 'each' | 'across'> {
  const around: Entry[] = [];
  for (let here = level.outer; here; here = here.outer) around.push(...here.entries);
  const everybody = [...level.entries, ...around].filter(isOfTenants);
  const groups = new Map(everybody.map((entry) => [entry, entry]));
  const leader = (entry: Entry): Entry => {
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
  const isTogether = new Set(everybody.map(leader)).size <= 1;
  return new Map(
    level.entries.map((entry) => [entry, isOfOne(entry) ? 'one' : isTogether ? 'each' : 'across']),
  );
}
