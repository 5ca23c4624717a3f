import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { auditNouns } from '#contract/audit-actions.ts';
import { contract } from '#contract/index.ts';
import { enUS } from '#locales/en-US.ts';
import { readMigrations } from '#server/platform/database/lifecycle/migrate.ts';
import { root, written } from '#tools/files.ts';
import { Refusal } from './changes.ts';

/** Folder of the templates of an entity. */
export const templates = 'tools/new/entity';

const reserved = new Set(
  `arguments await break case catch class const continue debugger default delete do else enum eval export extends
  false finally for function if implements import in instanceof interface let new null package private protected
  public return static super switch this throw true try typeof undefined var void while with yield`.split(
    /\s+/,
  ),
);

/** Words that PostgreSQL accepts as names only in quotes. */
const reservedInSql = new Set(
  `all analyse analyze and any array as asc asymmetric authorization binary both case cast check collate collation
  column concurrently constraint create cross default deferrable desc distinct do else end except false fetch for
  foreign freeze from full grant group having ilike in initially inner intersect into is isnull join lateral leading
  left like limit localtime localtimestamp natural not notnull null offset on only or order outer overlaps placing
  primary references returning right select similar some symmetric table tablesample then to trailing true union
  unique user using variadic verbose when where window with`.split(/\s+/),
);

/** Refuses a word that PostgreSQL would not accept as the name of a table or a column. */
export function assertSqlName(name: string) {
  if (reservedInSql.has(name)) throw new Refusal(`"${name}" is a reserved word of SQL.`);
}

/** Returns a name in its other spelling: `invoice-notes` is `invoiceNotes`. */
export const camelCase = (name: string) =>
  name.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase());

/** Returns a name in its other spelling: `invoiceNotes` is `invoice-notes`. */
export const kebabCase = (name: string) =>
  name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Returns a text with a capital at its beginning. */
export const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Refuses a label that would not be plain text in a source. */
export function assertLabel(label: string) {
  if (!/^[\p{L}\p{M}\p{N} -]+$/u.test(label))
    throw new Refusal(
      `The label "${label}" has other characters than letters, digits, spaces and hyphens.`,
    );
}

/** Returns the article of a word in English, by its sound: an invoice, a user, an hour. */
const articleOf = (word: string) =>
  /^(?:[aeio]|u(?!ni|s[aeiu]|t[ei])|hour|heir|hono)/i.test(word) &&
  !/^(?:eu|one\b|once)/i.test(word)
    ? 'an'
    : 'a';

const inSentence = (label: string) =>
  /^\p{Lu}\p{Ll}/u.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label;

type Given = { names: string; one?: string | undefined; label?: string | undefined };

/** Returns the spellings of an entity by the placeholders of the templates. Throws a {@link Refusal} if its names do not fit. */
export function entityNames({ names, one = names.replace(/s$/, ''), label }: Given) {
  for (const word of [names, one])
    if (!/^[a-z]+(-[a-z]+)*$/.test(word) || word.length > 30)
      throw new Refusal(
        `"${word}" is no name: at most 30 lowercase letters, words joined by hyphens.`,
      );
  if (names === one) throw new Refusal(`"${names}" is singular and plural: give --one <singular>.`);
  if (label !== undefined) assertLabel(label);
  const given = label && label.toLowerCase().replaceAll(' ', '-') !== names ? label : undefined;
  const words = given ? inSentence(given) : names.replaceAll('-', ' ');
  const word = given ? words.replace(/s$/, '') : one.replaceAll('-', ' ');
  const [plural, singular] = [camelCase(names), camelCase(one)];
  const table = names.replaceAll('-', '_');
  assertFree({ plural, singular, table, path: names });
  return {
    label: label ?? capitalized(words),
    placeholders: {
      __path__: names,
      __table__: table,
      __names__: plural,
      __name__: singular,
      __Names__: capitalized(plural),
      __Name__: capitalized(singular),
      __words__: words,
      __word__: word,
      __Word__: capitalized(word),
      __a__: articleOf(word),
    },
  };
}

/** Names that the sources of an entity use for something else. */
const namesInTemplates = () =>
  new Set(
    written(templates)
      .filter((path) => /\.tsx?\.txt$/.test(path))
      .flatMap((path) => readFileSync(join(root, path), 'utf8').match(/[A-Za-z]\w*/g) ?? []),
  );

/** Refuses names that a language, the templates or the product use already. */
function assertFree({
  plural,
  singular,
  table,
  path,
}: Record<'plural' | 'singular' | 'table' | 'path', string>) {
  const used = namesInTemplates();
  for (const name of [plural, singular]) {
    if (reserved.has(name)) throw new Refusal(`"${name}" is a reserved word of TypeScript.`);
    if (used.has(name))
      throw new Refusal(`"${name}" has a meaning of its own in the sources of an entity.`);
  }
  assertSqlName(table);
  const source = (file: string) => readFileSync(join(root, file), 'utf8');
  const calls = Object.values(contract).flatMap(({ endpoints }) => Object.values(endpoints));
  const taken = [
    plural in contract && `the contract has ${plural}`,
    plural in enUS && `the texts have an area ${plural}`,
    auditNouns.some((noun) => noun === singular) && `the audit log has the noun ${singular}`,
    calls.some((call) => call.path.startsWith(`/${capitalized(singular)}/`)) &&
      `calls begin with /${capitalized(singular)}`,
    readMigrations().some(({ sql }) => new RegExp(`create table ${table}\\b`).test(sql)) &&
      `there is a table ${table}`,
    source('src/web/routes.ts').includes(`'${path}'`) && `there is a page /app/${path}`,
  ].filter((reason) => reason !== false);
  if (taken.length > 0) throw new Refusal(`${taken.join(', ')} already.`);
}
