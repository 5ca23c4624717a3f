import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '#tools/files.ts';

const file = join(root, 'docs/performance.md');
const [begin, end] = ['<!-- bench: begin -->', '<!-- bench: end -->'];

/** Replaces the text between the marks. Throws when they are missing. */
export function between(text: string, tables: string): string {
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`No ${begin} … ${end}`);
  return `${text.slice(0, from)}${begin}\n\n${tables}\n\n${text.slice(to)}`;
}

/** Writes the tables of a run into `docs/performance.md`. */
export const writeDocs = (tables: string) =>
  writeFileSync(file, between(readFileSync(file, 'utf8'), tables));
