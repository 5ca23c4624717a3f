import { expect, test } from 'vitest';
import { sources } from '#tools/files.ts';

test('one command writes all generated files, and hints and documents name it (R-REL-26)', () => {
  const generator = /node tools\/(?:access|db-types|api\/main)\.ts|db:types/;
  const naming = sources()
    .filter(({ path }) => /^(?:README|CONTRIBUTING|docs\/|tools\/|package\.json)/.test(path))
    .filter(({ text }) => generator.test(text))
    .map(({ path }) => path);
  expect(naming).toEqual(['tools/generate/generate.test.ts']);
});
