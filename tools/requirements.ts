/**
 * Checks that every requirement that code and tests cite is listed in docs/requirements.md, and that a
 * test cites each requirement.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, written } from './files.ts';

const citation = /\bR-[A-Z]+-\d{2}\b/g;
const source = /^(src|tools|e2e|migrations|docs|decisions)\/.*\.(ts|tsx|sql|md|css)$/;
const list = 'docs/requirements.md';
const isTest = (path: string) => /\.(test|e2e)\.tsx?$/.test(path);

/** Returns the numbers that the list defines. Throws when one is defined twice. */
export function definedIn(text: string): Set<string> {
  const numbers = [...text.matchAll(/^- \*\*(R-[A-Z]+-\d{2})\*\*/gm)].map(([, number]) => number);
  const twice = numbers.find((number, at) => numbers.indexOf(number) !== at);
  if (twice) throw new Error(`${list} defines ${twice} twice`);
  return new Set(numbers.map(String));
}

interface Citation {
  path: string;
  number: string;
}

const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** Returns every citation of a requirement outside of the list itself and of this tool's own test. */
const citations = (): Citation[] =>
  written()
    .filter((path) => source.test(path) && path !== list && path !== 'tools/requirements.test.ts')
    .flatMap((path) => [...read(path).matchAll(citation)].map(([number]) => ({ path, number })));

/** Returns the citations that name no requirement, and the requirements that no test names. */
export function compareCitations(defined: Set<string>, cited: Citation[]) {
  const tested = new Set(cited.filter(({ path }) => isTest(path)).map(({ number }) => number));
  return {
    unknown: cited.filter(({ number }) => !defined.has(number)),
    untested: [...defined].filter((number) => !tested.has(number)),
  };
}

if (import.meta.main) {
  const { unknown, untested } = compareCitations(definedIn(read(list)), citations());
  for (const { path, number } of unknown) console.log(`${path}: ${number} is not in ${list}`);
  for (const number of untested) console.log(`${list}: no test cites ${number}`);
  process.exitCode = unknown.length + untested.length > 0 ? 1 : 0;
}
