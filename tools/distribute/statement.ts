import { parse } from 'libpg-query';
import {
  bind,
  columnOf,
  derived,
  entryOf,
  equalities,
  isValue,
  reachesOf,
  type Brought,
  type FromEntry,
  type Level,
} from './level.ts';
import type { Shape, TablePlacement } from './shape.ts';
import { listOf, nodeOf, namePartsOf, walk, type Node } from './tree.ts';

/** Table that a statement reads or writes, and the reach of that. */
export interface Use {
  table: string;
  writes: boolean;
  /** Reach: `one` tenant; `each`: several, tenant by tenant; `across`: tenants with each other. */
  reach: 'one' | 'each' | 'across';
}

/** Analysis of a statement. */
export interface Reading {
  uses: Use[];
  /** Functions it calls: `app.authorize`. */
  calls: Set<string>;
}

/**
 * Determines whose rows a statement uses. Rows of one tenant are on one node only when the statement
 * itself says `tenant_id = <a value>` for every table of tenants: conditions of policies are added on
 * each node and don't route the query (docs/scaling.md). Throws for a statement that PostgreSQL can't
 * parse.
 */
export async function read(sql: string, shape: Shape): Promise<Reading> {
  const { stmts = [] } = await parse(sql);
  return readTree(
    stmts.map(({ stmt }) => nodeOf(stmt)),
    shape,
  );
}

/** Does the same for parsed statements. */
export function readTree(statements: Node[], shape: Shape): Reading {
  const reader = new Reader(shape);
  for (const statement of statements) reader.query(statement, null);
  return reader;
}

const joined = ['fromClause', 'usingClause'];
const computed = ['targetList', 'whereClause', 'havingClause', 'valuesLists', 'sortClause'];
const limited = ['groupClause', 'limitCount', 'limitOffset', 'returningList', 'distinctClause'];

class Reader implements Reading {
  readonly calls = new Set<string>();
  readonly uses: Use[] = [];
  readonly #shape: Shape;

  constructor(shape: Shape) {
    this.#shape = shape;
  }

  query(statement: Node, outer: Level | null): Brought[] {
    const [kind, body] = Object.entries(statement)[0] ?? [];
    const query = nodeOf(body);
    const level: Level = { entries: [], outer, ctes: new Map(outer?.ctes) };
    for (const cte of listOf(nodeOf(query['withClause'])['ctes'])) {
      const { ctename, ctequery } = nodeOf(cte['CommonTableExpr']);
      level.ctes.set(String(ctename), this.query(nodeOf(ctequery), { ...level, entries: [] }));
    }
    if (kind === 'InsertStmt') return this.#insert(query, level);
    if (kind === 'UpdateStmt' || kind === 'DeleteStmt') return this.#change(query, level);
    return query['larg'] ? this.#union(query, level) : this.#select(query, level);
  }

  #select(query: Node, level: Level): Brought[] {
    this.#from(listOf(query['fromClause']), query, level);
    return this.#bring(query['targetList'], level);
  }

  /** Merges the columns of both sides of a union: a property holds only when both sides have it. */
  #union({ larg, rarg }: Node, level: Level): Brought[] {
    const left = this.query({ SelectStmt: larg }, level);
    const right = this.query({ SelectStmt: rarg }, level);
    return left.map(({ name, is }, at) => ({ name, is: is === right[at]?.is ? is : null }));
  }

  #change(query: Node, level: Level): Brought[] {
    const target = nodeOf(query['relation']);
    const others = listOf(query['fromClause'] ?? query['usingClause']);
    this.#enterTable(target, level);
    for (const entry of level.entries) entry.isWritten = true;
    this.#from(others, query, level);
    return this.#bring(query['returningList'], level);
  }

  #insert(query: Node, level: Level): Brought[] {
    const relation = nodeOf(query['relation']);
    const table = this.#tableOf(relation);
    const named = listOf(query['cols']).map((column) => nodeOf(column['ResTarget'])['name']);
    const at = (named.length > 0 ? named : (table?.columns ?? [])).indexOf(table?.key ?? '');
    const rows = listOf(nodeOf(nodeOf(query['selectStmt'])['SelectStmt'])['valuesLists']);
    const brought = this.query(nodeOf(query['selectStmt']), level);
    const conflict = nodeOf(query['onConflictClause']);
    if (table) {
      const isOne =
        rows.length > 0
          ? rows.every((row) => isValue(listOf(nodeOf(row['List'])['items'])[at], level))
          : brought[at]?.is === 'one';
      const arbiter = listOf(nodeOf(conflict['infer'])['indexElems']).map(
        (element) => nodeOf(element['IndexElem'])['name'],
      );
      const isKept = arbiter.length === 0 || arbiter.includes(table.key);
      const isFree = table.key === null;
      const reach = isFree || (isOne && isKept) ? 'one' : 'across';
      this.uses.push({ table: table.name, writes: true, reach });
      level.entries.push(entryOf(table, aliasOf(relation)));
      if (isOne && table.key !== null) level.entries[0]?.bound.add(table.key);
    }
    this.#look([conflict, query['returningList']], level);
    return this.#bring(query['returningList'], level);
  }

  /** Adds the FROM entries of a query, applies its conditions, then reads its subqueries. */
  #from(items: Node[], query: Node, level: Level): void {
    const pairs = equalities(query['whereClause']);
    const below: Node[] = [];
    const enter = (item: Node): void => {
      const { JoinExpr, RangeFunction, RangeSubselect, RangeVar } = item;
      if (JoinExpr) {
        const { larg, rarg, quals } = nodeOf(JoinExpr);
        enter(nodeOf(larg));
        enter(nodeOf(rarg));
        pairs.push(...equalities(quals));
      } else if (RangeSubselect) below.push(nodeOf(RangeSubselect));
      else if (RangeFunction) level.entries.push(rowsOf(nodeOf(RangeFunction)));
      else if (RangeVar) this.#enterTable(nodeOf(RangeVar), level);
    };
    for (const item of items) enter(item);
    const [lateral = [], plain = []] = [true, false].map((is) =>
      below.filter((one) => (one['lateral'] === true) === is),
    );
    // Only lateral subqueries see the other entries, once the conditions on these are known.
    for (const one of plain)
      this.#enterQuery(one, level, { ...level, entries: [], outer: level.outer });
    for (const one of lateral) level.entries.push(derived([], aliasOf(one)));
    bind(level, pairs);
    for (const one of lateral) {
      const at = level.entries.findIndex(({ alias }) => alias === aliasOf(one));
      level.entries.splice(at, 1);
      this.#enterQuery(one, level, level);
    }
    bind(level, pairs);
    for (const [{ table, isWritten: writes }, reach] of reachesOf(level, pairs)) {
      if (table) this.uses.push({ table: table.name, writes, reach });
    }
    this.#look(
      [...joined, ...computed, ...limited].map((part) => query[part]),
      level,
    );
  }

  #enterQuery(item: Node, level: Level, seen: Level): void {
    level.entries.push(derived(this.query(nodeOf(item['subquery']), seen), aliasOf(item)));
  }

  #enterTable(relation: Node, level: Level): void {
    const name = nameOf(relation);
    const cte = level.ctes.get(name);
    const table = this.#tableOf(relation);
    if (cte) level.entries.push(derived(cte, aliasOf(relation)));
    else if (table) level.entries.push(entryOf(table, aliasOf(relation)));
  }

  /** Returns the table of a name; functions look into schema `app` as well. */
  #tableOf(relation: Node): TablePlacement | undefined {
    const name = nameOf(relation);
    return this.#shape.get(name) ?? this.#shape.get(`app.${name}`);
  }

  /** Reads subqueries and calls in expressions; those in FROM were read before. */
  #look(parts: unknown, level: Level): void {
    walk(parts, (kind, node) => {
      if (kind === 'RangeSubselect') return false;
      if (kind === 'FuncCall') this.calls.add(namePartsOf(node['funcname']).join('.'));
      const [word = ''] = kind === 'ColumnRef' ? namePartsOf(node['fields']) : [];
      // Trigger variables such as TG_OP count as calls.
      if (word.startsWith('tg_')) this.calls.add(word);
      if (kind !== 'SubLink') return true;
      this.query(nodeOf(node['subselect']), level);
      this.#look([node['testexpr']], level);
      return false;
    });
  }

  #bring(targets: unknown, level: Level): Brought[] {
    return listOf(targets).flatMap((target): Brought[] => {
      const { name, val } = nodeOf(target['ResTarget']);
      const reference = nodeOf(nodeOf(val)['ColumnRef']);
      const words = namePartsOf(reference['fields']);
      if (words.at(-1) === '*') return this.#all(words.at(-2), level);
      const column = words.length > 0 ? columnOf(reference, level) : null;
      const isKey = column?.entry.keys.has(column.name) === true;
      const is = isValue(val, level) ? 'one' : isKey ? 'key' : null;
      return [{ name: String(name ?? words.at(-1) ?? ''), is }];
    });
  }

  #all(alias: string | undefined, { entries }: Level): Brought[] {
    return entries
      .filter((entry) => alias === undefined || entry.alias === alias)
      .flatMap(({ columns, keys, bound }) =>
        [...columns].map(
          (name) =>
            ({
              name,
              is: bound.has(name) ? 'one' : keys.has(name) ? 'key' : null,
            }) satisfies Brought,
        ),
      );
  }
}

const nameOf = ({ schemaname, relname }: Node): string =>
  schemaname === undefined || schemaname === 'public'
    ? String(relname)
    : `${String(schemaname)}.${String(relname)}`;

/** Returns the FROM entry of a function, whose rows belong to no known tenant. */
const rowsOf = (item: Node): FromEntry => {
  const { aliasname, colnames } = nodeOf(item['alias']);
  const brought = namePartsOf(colnames).map((name): Brought => ({ name, is: null }));
  return derived(brought, String(aliasname ?? ''));
};

const aliasOf = (relation: Node): string =>
  String(nodeOf(relation['alias'])['aliasname'] ?? relation['relname']);
