import { describe, expect, test } from 'vitest';
import { jsonScanner } from './bounded-json.ts';

/** Returns the result for JSON that arrives in chunks of this many bytes. */
const inChunksOf = (size: number, json: string) => {
  const bytes = Buffer.from(json);
  const isBounded = jsonScanner();
  for (let at = 0; at < bytes.length; at += size) {
    if (!isBounded(bytes.subarray(at, at + size))) return false;
  }
  return true;
};

describe.each([1, 2, 3, 7, 64, 100_000])('JSON in chunks of %i bytes (R-SEC-09)', (size) => {
  test.each([
    [
      'escaped quotes before brackets',
      String.raw`{"a":"\"${'['.repeat(99)}\\\"${'{'.repeat(99)}"}`,
    ],
    ['escaped backslashes', String.raw`["\\","\\\\","${'['.repeat(99)}\\"]`],
    ['a long string', `{"a":"${'[x'.repeat(99_000)}"}`],
  ])('is accepted with %s', (_, json) => {
    expect(JSON.parse(json)).toBeDefined();
    expect(inChunksOf(size, json)).toBe(true);
  });

  test.each([
    ['deep nesting after a string', String.raw`["a\"\\",${'['.repeat(40)}`],
    ['deep nesting after a string that ends with a backslash', String.raw`["\\",${'['.repeat(40)}`],
    ['many numbers', `[${'1,'.repeat(40_000)}1]`],
    ['many escaped quotes', `["${String.raw`\"`.repeat(70_000)}"]`],
  ])('is rejected with %s', (_, json) => {
    expect(inChunksOf(size, json)).toBe(false);
  });
});
