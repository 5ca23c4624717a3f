import { parse, parsePlPgSQL } from 'libpg-query';
import type { ClientBase, Pool } from 'pg';
import type { Shape } from './shape.ts';
import { read, readTree, type Reading, type Use } from './statement.ts';
import { listOf, nodeOf, walk, type Node } from './tree.ts';

/** Function of the schema with all tables that it and the functions it calls use. */
export interface Routine {
  name: string;
  uses: Use[];
  /** Functions that it calls outside of this schema. */
  calls: Set<string>;
  /** Reason why Citus can't execute it; null if it can. */
  fault: string | null;
}

const definitions = `
  select 'app.' || proname as name, lanname as language, pronargs > 0 as has_parameters,
    pg_get_functiondef(pg_proc.oid) as definition
  from pg_proc join pg_language on pg_language.oid = prolang
  where pronamespace = 'app'::regnamespace and prokind = 'f'
  order by 1`;

interface Definition {
  name: string;
  language: string;
  has_parameters: boolean;
  definition: string;
}

/** Reads the functions of a migrated database, by name. */
export async function routinesOf(owner: Pool | ClientBase, shape: Shape) {
  const { rows } = await owner.query<Definition>(definitions);
  const own = new Map<string, Reading & Pick<Routine, 'fault'>>();
  for (const row of rows) {
    const reading = await readDefinition(row, shape);
    own.set(row.name, { ...reading, fault: faultOf(row, reading, shape) });
  }
  const whole = (name: string, seen = new Set<string>()): Routine => {
    const reading = own.get(name);
    const routine: Routine = { name, uses: [], calls: new Set(), fault: reading?.fault ?? null };
    if (!reading || seen.has(name)) return routine;
    seen.add(name);
    routine.uses.push(...reading.uses);
    for (const call of reading.calls) {
      if (!own.has(call)) routine.calls.add(call);
      const { uses, calls } = whole(call, seen);
      routine.uses.push(...uses);
      for (const one of calls) routine.calls.add(one);
    }
    return routine;
  };
  return new Map([...own.keys()].map((name) => [name, whole(name)]));
}

/**
 * Returns a limitation observed in Citus 13.2. PL/pgSQL queries are planned with their parameter values.
 */
function faultOf(row: Definition, { uses }: Reading, shape: Shape): string | null {
  if (row.language !== 'sql') return null;
  const isAsked = (place: string) =>
    uses.some(({ table, writes }) => !writes && shape.get(table)?.place === place);
  if (row.has_parameters && isAsked('distributed')) {
    return 'asks a sharded table with parameters in SQL, which PL/pgSQL alone can';
  }
  const isReturn = /^ *RETURN /m.test(row.definition);
  return isReturn && isAsked('reference') ? 'asks a table in a body that is `return`' : null;
}

async function readDefinition(
  { language, definition }: Definition,
  shape: Shape,
): Promise<Reading> {
  if (language === 'plpgsql') return readBlock(definition, shape);
  const { stmts = [] } = await parse(definition);
  const { sql_body: body, options } = nodeOf(nodeOf(stmts[0]?.stmt)['CreateFunctionStmt']);
  if (body !== undefined) return readTree(statementsIn(nodeOf(body)), shape);
  const text = listOf(options).find(({ DefElem }) => nodeOf(DefElem)['defname'] === 'as');
  const [source] = listOf(nodeOf(nodeOf(nodeOf(text?.['DefElem'])['arg'])['List'])['items']);
  return read(String(nodeOf(source?.['String'])['sval']), shape);
}

/** Returns the statements of `return x` and `begin atomic … end`. */
const statementsIn = (body: Node): Node[] => {
  const returned = nodeOf(body['ReturnStmt'])['returnval'];
  if (returned !== undefined) {
    return [{ SelectStmt: { targetList: [{ ResTarget: { val: returned } }] } }];
  }
  return listOf(nodeOf(body['List'])['items']).flatMap((item) =>
    'List' in item ? statementsIn(item) : [item],
  );
};

async function readBlock(definition: string, shape: Shape): Promise<Reading> {
  const reading: Reading = { uses: [], calls: new Set() };
  const texts: string[] = [];
  walk(await parsePlPgSQL(definition), (kind, node) => {
    if (kind === 'PLpgSQL_expr') texts.push(String(node['query']));
    return true;
  });
  for (const text of texts) {
    // A statement, an assignment, or a bare expression.
    const value = text.replace(/^\s*[\w.]+\s*:?=/, '');
    const { uses, calls } = await read(text, shape).catch(() => read(`select ${value}`, shape));
    reading.uses.push(...uses);
    for (const call of calls) reading.calls.add(call);
  }
  return reading;
}
