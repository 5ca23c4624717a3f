import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { entities, type Entity } from '#contract/entities/index.ts';
import { contract } from '#contract/index.ts';
import { locales } from '#locales/locales.ts';
import { root, written } from '#tools/files.ts';
import { Refusal, type SourceChanges } from './changes.ts';
import { nextMigration, type Labels } from './entity.ts';
import { assertLabel, assertSqlName, camelCase, capitalized, kebabCase } from './names.ts';

/** Names of each type in the contract and in the database, with an example of its values. */
const types: Record<string, { kind: string; column: string; example: string }> = {
  String: { kind: 'String', column: 'text', example: `'Clear'` },
  Text: { kind: 'TextArea', column: 'text', example: `'Clear'` },
  Number: { kind: 'Number', column: 'integer', example: '7' },
  Integer: { kind: 'Number', column: 'integer', example: '7' },
  Date: { kind: 'Date', column: 'date', example: `'2026-03-01'` },
  Boolean: { kind: 'Bool', column: 'boolean', example: 'true' },
};

/** Types of the fields that the command can add. */
export const fieldTypes = Object.keys(types);

type Given = { names: string; field: string; labels: Labels };
type Field = { name: string; column: string; type: (typeof types)[string] };

/** Adds a field to an entity of the organizations: new columns are optional, because existing rows have no value. */
export function addField(changes: SourceChanges, { names, field: given, labels }: Given): void {
  const entity = entityOf(names);
  const { path, table } = entity;
  const field = fieldOf(given);
  const label = labels['en-US'] ?? capitalized(kebabCase(field.name).replaceAll('-', ' '));
  for (const text of [label, ...Object.values(labels)]) assertLabel(text);
  assertNew(names, field);
  addToContract(changes, path, field);
  addMigration(changes, table, field);
  for (const locale of locales) {
    const entry = (key: string) => `${key}: '${labels[locale] ?? label}',`;
    changes.replace(
      `src/locales/${locale}/entities/${camelCase(path)}.ts`,
      /fields: \{([^}]*)\}/,
      (_, others = '') => {
        return `fields: {${withComma(others)} ${entry(field.name)} }`;
      },
    );
  }
  changes.replace(
    `src/web/pages/app/${path}/list.tsx`,
    /columns=\{\[([^\]]*)\]\}/,
    (_, others = '') => {
      return `columns={[${withComma(others)} '${field.name}']}`;
    },
  );
  if (table === 'transactions') leaveOutOfOthers(changes, field);
  addTest(changes, entity, field);
}

const withComma = (list: string) => list.trimEnd().replace(/,?$/, ',');

/** Returns the names of an entity that belongs to organizations. */
function entityOf(names: string): Entity & { path: string } {
  const entity = Object.values<Entity>(entities).find(({ area }) => area === camelCase(names));
  if (!entity) throw new Refusal(`${names} is no entity of organizations (src/contract/entities).`);
  return { ...entity, path: kebabCase(entity.area) };
}

function fieldOf(given: string): Field {
  const [, word = '', type = ''] = /^([a-z][A-Za-z0-9-]*):(\w+)$/.exec(given) ?? [];
  const known = types[type];
  if (!known)
    throw new Refusal(`"${given}" is no <name>:<type> with one of ${fieldTypes.join(', ')}.`);
  const name = camelCase(word);
  const column = kebabCase(name).replaceAll('-', '_');
  assertSqlName(column);
  return { name, column, type: known };
}

function assertNew(names: string, { name, column }: Field) {
  const { reply } =
    (contract as Record<string, { endpoints: { get?: { reply?: unknown } } }>)[camelCase(names)]
      ?.endpoints.get ?? {};
  const known = Object.keys((reply as { shape?: object } | undefined)?.shape ?? {});
  const calls = [
    'id',
    'ids',
    'ifMatch',
    'tenant',
    'cursor',
    'limit',
    'search',
    'sort',
    'descending',
  ];
  if ([...known, ...calls].includes(name)) throw new Refusal(`${names} have a ${name} already.`);
  if (['tenant_id', 'import_id'].includes(column))
    throw new Refusal(`The table has a column ${column} already.`);
}

function addToContract(changes: SourceChanges, path: string, { name, type: { kind } }: Field) {
  changes.replace(
    `src/contract/entities/${path}.ts`,
    /(defineFields\(\{[^]*?)\n\}\);/,
    (_, others = '') => {
      return `${others}\n  ${name}: { kind: '${kind}', optional: true },\n});`;
    },
  );
}

const exampleOf = (kind: string) =>
  Object.values(types).find((type) => type.kind === kind)?.example ?? '7';

/** Adds the column, and the trigger of the audit log again with all columns of the last one. */
function addMigration(changes: SourceChanges, table: string, { column, type }: Field) {
  const trigger = new RegExp(`call app\\.audited\\('${table}',([^)]*)\\);`, 'g');
  const columns = written('migrations')
    .filter((path) => path.endsWith('.sql'))
    .flatMap((path) => [...readFileSync(join(root, path), 'utf8').matchAll(trigger)])
    .at(-1)?.[1];
  if (!columns) throw new Refusal(`No migration calls app.audited('${table}', …).`);
  const listed = columns.trim().replaceAll(/\s+/g, ' ');
  changes.create(
    `migrations/${nextMigration()}_${table}_${column}.sql`,
    `alter table ${table} add column ${column} ${type.column};

-- The trigger names its columns, so a new one replaces it.
drop trigger audits on ${table};
call app.audited('${table}', ${listed}, '${column}');
`,
  );
}

/** Leaves the field out of webhook bodies and CSV imports, with a reason that a person replaces. */
function leaveOutOfOthers(changes: SourceChanges, { column }: Field) {
  for (const copy of ['webhook', 'import'])
    changes.replace(
      'src/server/enterprise/archives/copies.test.ts',
      new RegExp(`\n  ${copy}: \\{`),
      (place) => {
        return `${place}\n    'transactions.${column}': 'is left out until a reader needs it',`;
      },
    );
}

function addTest(
  changes: SourceChanges,
  { area, path, fields }: ReturnType<typeof entityOf>,
  field: Field,
) {
  const required = Object.entries(fields).filter(
    ([, { optional, computed }]) => !optional && !computed,
  );
  const body = required.map(([name, { kind }]) => `${name}: ${exampleOf(kind)}`).join(', ');
  const known: Record<string, string> = {
    __names__: area,
    __field__: field.name,
    __column__: field.column,
    __value__: field.type.example,
    __body__: `{ ${body} }`,
  };
  const template = readFileSync(join(root, 'tools/new/field/test.ts.txt'), 'utf8');
  changes.create(
    `src/server/product/${path}/${kebabCase(field.name)}.test.ts`,
    template.replaceAll(/__[a-z]+__/g, (name) => known[name] ?? name),
  );
}
