import * as fc from 'fast-check';
import type { FuzzJson } from './arbitraries.ts';
import { hostileTexts } from './hostile-texts.ts';

/** Marks raw JSON text, such as numbers that `JSON.stringify` can't write. */
const literal = (text: string) => `⟦${text}⟧`;

/** Serializes a value with its raw parts. */
export const toJsonText = (value: unknown) =>
  JSON.stringify(value).replaceAll(/"⟦([^"⟧]*)⟧"/g, (_, text: string) => text);

const hostileValues: FuzzJson[] = [
  null,
  true,
  false,
  '',
  ' ',
  [],
  {},
  [[]],
  [null],
  -1,
  -0,
  0.1 + 0.2,
  1e-320,
  2 ** 31,
  -(2 ** 31) - 1,
  2 ** 53,
  2 ** 63,
  1e308,
  literal('1e999'),
  literal('-1e999'),
  literal('9'.repeat(400)),
  literal('-0.0e-0'),
  literal('['.repeat(2_000) + ']'.repeat(2_000)),
  'x'.repeat(300),
  'x'.repeat(10_001),
  'é'.repeat(70_000),
];

/** Generates any value, with a preference for hostile ones. */
const anything: fc.Arbitrary<FuzzJson> = fc.oneof(
  fc.constantFrom(...hostileTexts),
  fc.constantFrom(...hostileValues),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<FuzzJson>,
);

const names = ['__proto__', 'constructor', 'prototype', 'id', 'role', 'type', 'tenantId', 'status'];

type Step = {
  at: number;
  how: 'replace' | 'remove' | 'add' | 'wrap';
  value: FuzzJson;
  name: string;
};

const steps = fc.array(
  fc.record<Step>({
    at: fc.nat(),
    how: fc.constantFrom('replace', 'replace', 'replace', 'remove', 'add', 'wrap'),
    value: anything,
    name: fc.constantFrom(...names),
  }),
  { minLength: 1, maxLength: 2 },
);

/** Generates the same value with one or two defects at random places. */
export const mutated = (valid: fc.Arbitrary<FuzzJson>): fc.Arbitrary<FuzzJson> =>
  fc.tuple(valid, steps).map(([value, wrongs]) => wrongs.reduce(mutate, value));

type Place = { of: FuzzJson[] | Record<string, FuzzJson>; name: string };

/** Returns all nested places of a value. */
export const placesOf = (value: FuzzJson): Place[] => {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) => [{ of: value, name }, ...placesOf(part)]);
};

const own = (value: FuzzJson) => ({ value, writable: true, enumerable: true, configurable: true });

const mutate = (value: FuzzJson, { at, how, value: other, name }: Step): FuzzJson => {
  const copy = structuredClone(value);
  const places = placesOf(copy);
  const place = places[at % places.length];
  if (!place) return other;
  const inside = Reflect.get(place.of, place.name) as FuzzJson;
  if (how === 'remove') Reflect.deleteProperty(place.of, place.name);
  // Defined, not assigned, so that `__proto__` becomes an ordinary property.
  else if (how === 'add') Object.defineProperty(place.of, name, own(other));
  else Reflect.set(place.of, place.name, how === 'wrap' ? [inside, inside] : other);
  return copy;
};
