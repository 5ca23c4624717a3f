import { expect, test } from 'vitest';
import { localeFromName, safeSitePath } from './language-path.ts';

test.each([
  ['pt-BR', 'pt-BR'],
  ['es-mx', 'es-MX'],
  ['es', 'es-MX'],
  ['mx', 'es-MX'],
  ['en', 'en-US'],
  ['hi', 'hi-IN'],
  ['in', 'hi-IN'],
  ['fr', null],
  ['', null],
])('reads the path "%s" as the language %s (R-SITE-02)', (name, expected) => {
  expect(localeFromName(name)).toBe(expected);
});

test.each([
  ['/pricing?period=yearly', '/pricing?period=yearly'],
  ['pricing', '/pricing'],
  ['https://elsewhere.example/', null],
  ['//elsewhere.example', null],
  ['/\\elsewhere.example', null],
  ['/.//elsewhere.example', null],
  ['javascript:alert(1)', null],
  ['', null],
  [null, null],
])('returns from %j to %j after a change of language (R-SEC-16)', (asked, expected) => {
  expect(safeSitePath(asked)).toBe(expected);
});
