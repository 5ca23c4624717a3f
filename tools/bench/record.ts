import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '#tools/files.ts';
import { remember, type Last } from './compare.ts';
import type { Summary } from './summary.ts';

const folder = join(root, '.data/bench');
const latestOf = (size: string) => join(folder, `latest-${size}.json`);

/** Returns the last measurements with a data set of this size. */
export const readLast = (size: string): Last =>
  existsSync(latestOf(size)) ? (JSON.parse(readFileSync(latestOf(size), 'utf8')) as Last) : {};

/** Stores a run permanently and its values for the next comparison; returns the path. */
export function keep(summary: Summary, last: Last): string {
  const { at, commit, setting, goals } = summary;
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${at.replaceAll(':', '')}-${commit}.json`);
  writeFileSync(file, JSON.stringify(summary, null, 2));
  const latest = remember(goals, last, commit);
  writeFileSync(latestOf(setting.size), JSON.stringify(latest, null, 2));
  return file;
}
