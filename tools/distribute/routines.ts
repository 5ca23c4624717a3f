import { parse, parsePlPgSQL } from 'libpg-query';
import type { ClientBase, Pool } from 'pg';
import type { Shape } from './shape.ts';
import { read, readTree, type Reading, type Use } from './statement.ts';
import { listOf, nodeOf, walk, type Node } from './tree.ts';

/** A function of ours, and all that it asks, with what it calls. */
export interface Routine {
  name: string;
  uses: Use[];
  /** Functions that are not ours. */
  calls: Set<string>;
}

const definitions = `
  select 'app.' || proname as name, lanname as language, pg_get_functiondef(pg_proc.oid) as definition
  from pg_proc join pg_language on pg_language.oid = prolang
  where pronamespace = 'app'::regnamespace and prokind = 'f'
  order by 1`;

interface Definition {
  name: string;
  language: string;
  definition: string;
}

/** Reads the functions of a migrated database, by name. */
export async function routinesOf(owner: Pool | ClientBase, shape: Shape) {
  const { rows } = await owner.query<Definition>(definitions);
  const own = new Map<string, Reading>();
  for (const row of rows) own.set(row.name, await readDefinition(row, shape));
  const whole = (name: string, seen = new Set<string>()): Routine => {
    const routine: Routine = { name, uses: [], calls: new Set() };
    const reading = own.get(name);
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

/** `return x` and `begin atomic … end`. */
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
