import { basename } from 'node:path';
import { sources } from './files.ts';

const title = /^test\(\s*'((?:[^'\\]|\\.)*)'/gm;
const parts = /^(?<assumption>.+) \[(?<source>.+)\]$/;

/** Returns the tables of `docs/stripe-assumptions.md`: the titles of the conformance suite, each with its source in brackets. */
export const assumptionTables = () =>
  sources()
    .filter(({ path }) => /^packages\/stripe-sandbox\/conformance\/[\w-]+\.test\.ts$/.test(path))
    .map(({ path, text }) => {
      const rows = [...text.matchAll(title)].map(([, given = '']) => {
        const { assumption, source } = parts.exec(given)?.groups ?? {};
        if (!source) throw new Error(`${path}: "${given}" names no source`);
        return `| ${assumption} | ${source} |`;
      });
      const heading = `\n## ${basename(path, '.test.ts').replaceAll('-', ' ')}\n`;
      return [heading, '| assumption | source |', '|---|---|', ...rows, ''].join('\n');
    })
    .join('');
