/**
 * Writes every file and entry of an entity that tenants list, create, change and delete:
 * `npm run new -- entity notes [--one note] [--pt-BR Notas] [--es-MX Notas] [--hi-IN नोट्स]`. The templates
 * are in `entity`; entries in existing files stand beside those of the transactions.
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
const localeOf = (path: string) => locales.find((locale) => path.includes(`/${locale}/`));

/** Replaces the placeholders in the text for a file. */
const filled = (text: string, path = '') => {
  const locale = localeOf(path);
  return text.replaceAll(/__[A-Za-z]+?__/g, (word) =>
    word === '__label__' && locale ? labelIn(locale) : (words[word] ?? word),
  );
};

const changed: string[] = [];
const write = (path: string, text: string) => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
  changed.push(path);
};

/** Inserts a text before the line or block that a pattern finds. */
const insert = (path: string, before: RegExp, text: string) => {
  const source = readFileSync(join(root, path), 'utf8');
  const at = source.search(before);
  if (at < 0) throw new Error(`${path} has no line like ${before}`);
  write(path, source.slice(0, at) + filled(text, path) + source.slice(at));
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

const contract = 'src/contract';
insert(
  `${contract}/index.ts`,
  /^import \{ transactions/m,
  `import { __names__ } from './__names__.ts';\n`,
);
insert(`${contract}/index.ts`, /^ {2}transactions,/m, '  __names__,\n');
insert(`${contract}/audit-actions.ts`, /^ {2}'transaction',/m, `  '__name__',\n`);
const examples = `${contract}/test/examples/index.ts`;
insert(
  examples,
  /^import \{ transactionExamples/m,
  `import { __name__Examples } from './__names__.ts';\n`,
);
insert(examples, /^ {2}transactions:/m, '  __names__: __name__Examples,\n');
insert(
  'src/server/app.ts',
  /^import \{ transactionsApi/m,
  `import { __names__Api } from './__names__/api.ts';\n`,
);
insert(
  'src/server/app.ts',
  /^ {2}subject\(contract\.transactions,/m,
  '  subject(contract.__names__, __names__Api());\n',
);
insert(
  'src/web/routes.ts',
  /^ {8}route\('transactions',/m,
  `        route('__names__', 'pages/app/__names__/list.tsx', [
          route('new', 'pages/app/__names__/form.tsx', { id: 'new __name__' }),
          route(':id/edit', 'pages/app/__names__/form.tsx', { id: 'edit __name__' }),
        ]),\n`,
);
const menu = 'src/web/layouts/app-menu.ts';
insert(menu, /^ {4}\| 'permissions'/m, `    | '__names__'\n`);
insert(
  menu,
  /^ {2}\{ to: '\/app\/resources'/m,
  `  { to: '/app/__names__', icon: FileText, text: '__names__' },\n`,
);
if (!/^ {2}FileText,/m.test(readFileSync(join(root, menu), 'utf8'))) {
  insert(menu, /^ {2}KeyRound,/m, '  FileText,\n');
}

/** Entries of the audit log, without the gender of the noun. */
const done: Record<Locale, [created: string, changed: string, removed: string]> = {
  'en-US': ['__Name__ added', '__Name__ changed', '__Name__ deleted'],
  'pt-BR': ['__label__: adição', '__label__: alteração', '__label__: exclusão'],
  'es-MX': ['__label__: alta', '__label__: cambio', '__label__: eliminación'],
  'hi-IN': ['__label__: जोड़ा गया', '__label__: बदला', '__label__: हटाया गया'],
};
for (const locale of locales) {
  const [app, audit] = [`src/locales/${locale}/app.ts`, `src/locales/${locale}/audit.ts`];
  insert(app, /^(?=(import|export) )/m, `import { __names__ } from './__names__.ts';\n`);
  insert(app, /^ {4}transactions: '/m, `    __names__: '__label__',\n`);
  insert(app, /^ {2}transactions: \{/m, '  __names__,\n');
  insert(audit, /^ {4}transaction: '/m, `    __name__: '__label__',\n`);
  const [added, altered, removed] = done[locale];
  const texts = `{ created: '${added}', changed: '${altered}', removed: '${removed}' }`;
  insert(audit, /^ {4}transaction: \{/m, `    __name__: ${texts},\n`);
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
  (await runTool('tools/access.ts'));
console.log([...new Set(changed)].join('\n'));
process.exitCode = isComplete ? 0 : 1;
