/**
 * Checks the language of comments, test titles and documents (docs/voice.md): counts the lines with
 * words that hide who does what, and the doc comments that don't open with a verb.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, written } from './files.ts';

/** Pronouns that stand where the acting function, table or person should be named. */
const vague = /\b(whoever|whomever|whom|nobody|somebody|anybody|everybody)\b/i;
const noVerb = /^(What|Who|Whose|Where|Whether)\b/;

const folders = /^(src|tools|e2e|migrations|docs|decisions)\/|^[A-Z]+\.md$/;
const isProse = /\.(ts|tsx|mjs|js|css|sql|md)$/;
const isCode = /\.(ts|tsx|mjs|js|css)$/;
/** Texts for people live in the locales; the posts and guides are content. */
const left =
  /^src\/(locales|web\/public)\/|^docs\/guide\/|^tools\/language(\.test)?\.ts$|^docs\/voice\.md$/;

interface Prose {
  /** Lines of comments, test titles and documents. */
  lines: { at: number; text: string }[];
  /** The opening word of each doc comment. */
  openings: { at: number; text: string }[];
}

const title = /\b(?:test|it|describe)(?:\.\w+)*\(\s*(?:\[.*?\]\)\()?(['"`])(.+?)\1/;

/** Returns the prose of one file. */
export function proseOf(path: string, source: string): Prose {
  const lines = source.split('\n').map((text, index) => ({ at: index + 1, text }));
  if (path.endsWith('.md')) return { lines: lines.filter(({ text }) => text.trim()), openings: [] };
  const comment = path.endsWith('.sql')
    ? /--\s*(.*)$/
    : /^\s*(?:\/\*\*?|\*(?!\/))\s?(.*)$|\/\/\s(.*)$/;
  const said = lines.flatMap(({ at, text }) => {
    const found = comment.exec(text)?.slice(1).find(Boolean) ?? title.exec(text)?.[2];
    return found ? [{ at, text: found }] : [];
  });
  if (!isCode.test(path)) return { lines: said, openings: [] };
  const openings = [...source.matchAll(/\/\*\*\s*(?:\*\s*)?([A-Za-z][^\n]*)/g)].map((found) => ({
    at: source.slice(0, found.index).split('\n').length,
    text: found[1] ?? '',
  }));
  return { lines: said, openings };
}

interface Measure {
  name: string;
  of: number;
  found: string[];
  /** The largest share that may be found: only ever lowered. */
  limit: number;
}

const percent = (share: number) => `${(share * 100).toFixed(2)} %`;

/** Measures every file that people wrote. */
function measure(): Measure[] {
  const all = written()
    .filter((path) => folders.test(path) && !left.test(path) && isProse.test(path))
    .map((path) => ({ path, ...proseOf(path, readFileSync(join(root, path), 'utf8')) }));
  const pick = (key: keyof Prose, pattern: RegExp) =>
    all.flatMap(({ path, [key]: each }) =>
      each.filter(({ text }) => pattern.test(text)).map(({ at, text }) => `${path}:${at}: ${text}`),
    );
  const count = (key: keyof Prose) => all.reduce((sum, { [key]: each }) => sum + each.length, 0);
  return [
    { name: 'vague pronouns', of: count('lines'), found: pick('lines', vague), limit: 0.003 },
    {
      name: 'doc comments without a verb',
      of: count('openings'),
      found: pick('openings', noVerb),
      limit: 0.02,
    },
  ];
}

if (import.meta.main) {
  const isListed = process.argv.includes('--list');
  for (const { name, of, found, limit } of measure()) {
    const share = found.length / Math.max(1, of);
    if (isListed) console.log(found.join('\n'));
    console.log(`${name}: ${found.length} of ${of} (${percent(share)}, limit ${percent(limit)})`);
    if (share > limit) process.exitCode = 1;
  }
}
