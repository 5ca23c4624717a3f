import { types } from 'pg';
import { describe, expect, test } from 'vitest';
import { typeParser } from './pools.ts';

const { TIMESTAMPTZ } = types.builtins;

describe('A timestamp', () => {
  test.for([
    '2026-11-27 22:47:54.549123+00',
    '2026-11-27 22:47:54.5+00',
    '2026-11-27 22:47:54+00',
    '1000-01-01 00:00:00+00',
    '0001-01-01 00:00:00+00',
    '2026-11-27 19:47:54.549-03',
    '2026-11-27 22:47:54.549+05:30',
    '12026-11-27 22:47:54+00',
    '0044-03-15 12:00:00+00 BC',
    'infinity',
  ])('is what the driver reads: %s', (text) => {
    expect(typeParser(TIMESTAMPTZ)(text)).toEqual(types.getTypeParser(TIMESTAMPTZ)(text));
  });
});
