import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { locales, type Locale } from '#locales/locales.ts';
import { root, written } from '#tools/files.ts';
import type { SourceChanges } from './changes.ts';
import { assertLabel, entityNames, templates } from './names.ts';

/** Labels of what is made, by language. */
export type Labels = Partial<Record<Locale, string>>;

type Entity = { names: string; one?: string | undefined; labels: Labels };

/** Returns the number of the next migration. */
export function nextMigration() {
  const names = readdirSync(join(root, 'migrations'));
  const numbers = names.map((name) => Number.parseInt(name, 10) || 0);
  return String(Math.max(...numbers) + 1).padStart(4, '0');
}

/** Adds the files of an entity and its entries in existing ones, which stand beside those of the transactions. */
export function addEntity(changes: SourceChanges, { names, one, labels }: Entity): void {
  const { label, placeholders } = entityNames({ names, one, label: labels['en-US'] });
  for (const text of Object.values(labels)) assertLabel(text);
  const known: Record<string, string> = { ...placeholders, __number__: nextMigration() };
  const filled = (text: string, path = '') => {
    const locale = locales.find((name) => path.match(`/${name}[/.]`));
    const own: Record<string, string> = locale
      ? { __locale__: locale, __label__: labels[locale] ?? label }
      : {};
    return text.replaceAll(/__[A-Za-z]+?__/g, (name) => own[name] ?? known[name] ?? name);
  };
  const created = written(templates).map((template) => {
    const path = filled(template.slice(templates.length + 1).replace(/\.txt$/, ''));
    return { path, text: filled(readFileSync(join(root, template), 'utf8'), path) };
  });
  for (const { path, text } of created) changes.create(path, text);
  const entries = readFileSync(join(root, 'tools/new/entries.txt'), 'utf8');
  const entry = /^In (\S+), before "(.+)":\n([^]+?)\n(?=\n|$(?![^]))/gm;
  for (const [, given = '', anchor = '', lines = ''] of entries.matchAll(entry)) {
    const paths = new Set(locales.map((locale) => given.replace('__locale__', locale)));
    for (const path of paths) changes.insert(path, anchor, filled(lines, path));
  }
}
