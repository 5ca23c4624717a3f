import * as fc from 'fast-check';
import { z } from 'zod';
import { hostileTexts } from './hostile-texts.ts';

export type FuzzJson = null | boolean | number | string | FuzzJson[] | { [key: string]: FuzzJson };
type Schema = z.core.JSONSchema.BaseSchema;

/** Returns plausible values of a field by name: existing ids, correct passwords. */
export type KnownValues = (name: string) => readonly FuzzJson[];

/**
 * Generates values that a schema accepts, from its JSON Schema: mostly plain, often at a boundary, and
 * hostile texts where allowed. The schema itself filters by the rules that JSON Schema can't express.
 */
export const arbitraryFor = (schema: z.ZodType, known: KnownValues): fc.Arbitrary<FuzzJson> =>
  derived(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }), '', known).filter(
    (value) => schema.safeParse(value).success,
  );

const derived = (schema: Schema, name: string, known: KnownValues): fc.Arbitrary<FuzzJson> => {
  const values = known(name);
  const any = byShape(schema, name, known);
  if (values.length === 0) return any;
  return fc.oneof(
    { weight: 9, arbitrary: fc.constantFrom(...values) },
    { weight: 1, arbitrary: any },
  );
};

const byShape = (schema: Schema, name: string, known: KnownValues): fc.Arbitrary<FuzzJson> => {
  if (schema.const !== undefined) return fc.constant(schema.const as FuzzJson);
  if (schema.enum) return fc.constantFrom(...(schema.enum as FuzzJson[]));
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((one) => derived(one, name, known)));
  switch (schema.type) {
    case 'object':
      return objectOf(schema, known);
    case 'array':
      return fc.array(derived(schema.items as Schema, name, known), { maxLength: 3 });
    case 'string':
      return textOf(schema);
    case 'integer':
      return fc.integer(bounds(schema));
    case 'number':
      return fc.integer({ min: 0, max: (schema.maximum ?? 100) * 100 }).map((cents) => cents / 100);
    case 'boolean':
      return fc.boolean();
    default:
      return fc.constant(null);
  }
};

const objectOf = ({ properties = {}, required = [] }: Schema, known: KnownValues) => {
  const parts = Object.entries(properties).map(([name, part]) => [
    name,
    derived(part as Schema, name, known),
  ]);
  return fc.record<Record<string, FuzzJson>, string>(Object.fromEntries(parts), {
    requiredKeys: required,
    noNullPrototype: true,
  });
};

const bounds = ({ minimum = -(2 ** 31), maximum = 2 ** 31 - 1 }: Schema) => ({
  min: Math.max(minimum, -(2 ** 31)),
  max: Math.min(maximum, 2 ** 31 - 1),
});

const days = { min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true };
const instants = fc.date(days).map((date) => date.toISOString());

const textOf = (schema: Schema): fc.Arbitrary<FuzzJson> => {
  if (schema.format === 'uuid') return fc.uuid();
  if (schema.format === 'date') return instants.map((text) => text.slice(0, 10));
  if (schema.format === 'date-time') return instants;
  if (schema.pattern) return fc.stringMatching(new RegExp(schema.pattern));
  if (schema.default === 'true' || schema.default === 'false') {
    return fc.constantFrom('true', 'false');
  }
  const { minLength = 0, maxLength = 1_000 } = schema;
  const fitting = hostileTexts.filter(({ length }) => length >= minLength && length <= maxLength);
  return fc.oneof(
    fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, 40) }),
    fc.constant('x'.repeat(maxLength)),
    fc.constantFrom('plain text', ...fitting),
  );
};
