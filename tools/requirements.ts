/**
 * Checks that every requirement that code and tests cite is listed in docs/requirements.md, and that a
 * test cites each requirement.
 */
import type { SourceFile } from './files.ts';

const citation = /\bR-[A-Z]+-\d{2}\b/g;
const citing = /^(src|packages|tools|e2e|migrations|docs|decisions)\/.*\.(ts|tsx|sql|md|css)$/;
const list = 'docs/requirements.md';
const isTest = (path: string) => /\.(test|e2e)\.tsx?$/.test(path);

/** Reports citations of no requirement, and requirements that are listed twice or that no test cites. */
export function citationProblems(sources: SourceFile[]): string[] {
  const listed = sources
    .filter(({ path }) => path === list)
    .flatMap(({ text }) => [...text.matchAll(/^- \*\*(R-[A-Z]+-\d{2})\*\*/gm)])
    .map(([, number = '']) => number);
  const cited = sources
    .filter(
      ({ path }) => citing.test(path) && path !== list && path !== 'tools/requirements.test.ts',
    )
    .flatMap(({ path, text }) => (text.match(citation) ?? []).map((number) => ({ path, number })));
  const tested = new Set(cited.filter(({ path }) => isTest(path)).map(({ number }) => number));
  return [
    ...listed
      .filter((number, at) => listed.indexOf(number) !== at)
      .map((number) => `${list}: ${number} is listed twice`),
    ...cited
      .filter(({ number }) => !listed.includes(number))
      .map(({ path, number }) => `${path}: ${number} is not in ${list}`),
    ...listed
      .filter((number) => !tested.has(number))
      .map((number) => `${list}: no test cites ${number}`),
  ];
}
