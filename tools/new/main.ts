/**
 * Writes every file and entry of an entity that tenants list, create, change and delete:
 * `npm run new -- entity notes [--one note] [--pt-BR Notas] [--es-MX Notas] [--hi-IN नोट्स]`. The templates
 * are in `entity`; `entries.txt` holds the entries in existing files, beside those of the transactions.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { locales, type Locale } from '#locales/locales.ts';
import { root, written } from '#tools/files.ts';
import { run, type Program } from '#tools/run.ts';

const templates = 'tools/new/entity';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    one: { type: 'string' },
    ...Object.fromEntries(locales.map((locale) => [locale, { type: 'string' as const }])),
  },
});
const [kind, names = ''] = positionals;
const name = values['one'] ?? names.replace(/s$/, '');
if (kind !== 'entity' || ![names, name].every((word) => /^[a-z]+$/.test(word)) || names === name) {
  console.error('npm run new -- entity <plural, one lowercase word> [--one <singular>]');
  process.exit(1);
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
const numbers = readdirSync(join(root, 'migrations')).map((file) => Number.parseInt(file, 10) || 0);
const words: Record<string, string> = {
  __number__: String(Math.max(...numbers) + 1).padStart(4, '0'),
  __names__: names,
  __name__: name,
  __Names__: capital(names),
  __Name__: capital(name),
};
const labelIn = (locale: Locale) => {
  const given = Object.entries(values).find(([option]) => option === locale)?.[1];
  return typeof given === 'string' ? given : capital(names);
};
const localeOf = (path: string) => locales.find((locale) => path.match(`/${locale}[/.]`));

/** Replaces the placeholders in the text for a file. */
const filled = (text: string, path = '') => {
  const locale = localeOf(path);
  const known: Record<string, string> = {
    ...words,
    ...(locale && { __locale__: locale, __label__: labelIn(locale) }),
  };
  return text.replaceAll(/__[A-Za-z]+?__/g, (word) => known[word] ?? word);
};

const changed: string[] = [];
const write = (path: string, text: string) => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
  changed.push(path);
};

/** Inserts a text before the first line that begins with the anchor, unless it is there already. */
const insert = (path: string, anchor: string, text: string) => {
  const source = `\n${readFileSync(join(root, path), 'utf8')}`;
  const at = source.indexOf(`\n${anchor}`);
  if (at < 0) throw new Error(`${path} has no line that begins with ${anchor}`);
  const added = `\n${filled(text, path)}`;
  if (!source.includes(added))
    write(path, (source.slice(0, at) + added + source.slice(at)).slice(1));
};

const created = written(templates).map((template) => ({
  template,
  path: filled(template.slice(templates.length + 1).replace(/\.txt$/, '')),
}));
const present = created.filter(({ path }) => existsSync(join(root, path)));
if (present.length > 0) {
  console.error(`${present.map(({ path }) => path).join(', ')} already exists.`);
  process.exit(1);
}
for (const { template, path } of created) {
  write(path, filled(readFileSync(join(root, template), 'utf8'), path));
}

const entries = readFileSync(join(root, 'tools/new/entries.txt'), 'utf8');
for (const [, path = '', anchor = '', text = ''] of entries.matchAll(
  /^In (\S+), before "(.+)":\n([^]+?)\n(?=\n|$(?![^]))/gm,
)) {
  const paths = locales.map((locale) => path.replace('__locale__', locale));
  for (const each of new Set(paths)) insert(each, anchor, text);
}

/** Runs a tool, and prints its output if it fails. */
const runTool = async (command: Program | `tools/${string}`, args: string[] = []) => {
  const { ok, output } = await run(command, args);
  if (!ok) console.error(output);
  return ok;
};
const sources = [...new Set(changed)].filter((path) => /\.tsx?$/.test(path));
const isComplete =
  (await runTool('oxfmt', sources)) &&
  (await runTool('tools/db-types.ts')) &&
  (await runTool('tools/access.ts')) &&
  (await runTool('tools/api/main.ts'));
console.log([...new Set(changed)].join('\n'));
process.exitCode = isComplete ? 0 : 1;
