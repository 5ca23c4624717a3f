import { afterEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { randomUuid } from './random-uuid.ts';

afterEach(() => vi.unstubAllGlobals());

test('makes UUIDs that differ, also where the browser has no function for them', () => {
  const getRandomValues = crypto.getRandomValues.bind(crypto);
  vi.stubGlobal('crypto', { getRandomValues });
  const made = Array.from({ length: 100 }, randomUuid);
  for (const id of made) expect(z.uuidv4().safeParse(id).success).toBe(true);
  expect(new Set(made).size).toBe(100);
});
