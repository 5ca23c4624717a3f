import { expect, test } from 'vitest';
import { Failure } from '#contract/errors.ts';
import type { Locale } from '#locales/locales.ts';
import { translations } from '#locales/translate.ts';
import { failureText } from './failure-text.ts';

const said = (locale: Locale, error: unknown) => failureText(translations[locale].t, error);
const tooMany = (seconds: number) => new Failure('tooManyRequests', { params: { seconds } });

test('names the time of the next attempt in every language (R-ACC-23)', () => {
  expect(said('en-US', tooMany(30))).toContain('in 30 seconds');
  expect(said('en-US', tooMany(61))).toContain('in 2 minutes');
  expect(said('pt-BR', tooMany(300))).toContain('em 5 minutos');
  expect(said('es-MX', tooMany(1))).toMatch(/(en|dentro de) 1 segundo/);
  expect(said('hi-IN', tooMany(300))).toContain('5 मिनट में');
});

test('omits the time when it is unknown', () => {
  const text = said('en-US', new Failure('tooManyRequests'));
  expect(text).toBe('Too many attempts. Please wait a moment and try again.');
  expect(said('en-US', new TypeError('a bug'))).toBeNull();
});
