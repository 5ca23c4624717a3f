import { expect, test } from 'vitest';
import { z } from 'zod';
import { anyone } from './access.ts';
import { subject, type Subject } from './endpoint.ts';
import { contract } from './index.ts';

const call = { route: 'GET /Note/GetAll', summary: 'Notes' } as const;

test('an endpoint without an access declaration does not compile (R-SEC-01)', () => {
  const { endpoints } = subject('Note', { getAll: { ...call, access: anyone } });
  expect(endpoints.getAll.access).toBe(anyone);
  // @ts-expect-error: no access
  subject('Note', { getAll: call });
  // @ts-expect-error: unknown kind of access
  subject('Note', { getAll: { ...call, access: { who: 'everyone' } } });
  // @ts-expect-error: missing role and tenant
  subject('Note', { getAll: { ...call, access: { who: 'member' } } });
});

test('no two endpoints match the same address, whatever their parameters hold', () => {
  const addresses = Object.values(contract).flatMap(({ endpoints }: Subject) =>
    Object.values(endpoints).map(
      ({ method, path }) => `${method} ${path.toLowerCase().replaceAll(/:\w+/g, ':')}`,
    ),
  );
  expect(addresses.filter((address, index) => addresses.indexOf(address) !== index)).toEqual([]);
});

type JsonSchema = { [keyword: string]: unknown; type?: unknown };

/** Returns the JSON pointers of arrays without a maximum: a schema checks every element of those. */
const unboundedArrays = (schema: unknown, at = ''): string[] => {
  if (typeof schema !== 'object' || schema === null) return [];
  const { type, maxItems } = schema as JsonSchema;
  return [
    ...(type === 'array' && maxItems === undefined ? [at] : []),
    ...Object.entries(schema).flatMap(([key, part]) => unboundedArrays(part, `${at}/${key}`)),
  ];
};

const inputs = Object.entries(contract).flatMap(([name, { endpoints }]: [string, Subject]) =>
  Object.entries(endpoints).flatMap(([call, { params, query, body }]) =>
    [params, query, body].flatMap((schema) =>
      schema
        ? [[`${name}.${call}`, z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })]]
        : [],
    ),
  ),
);

test('every array that a call accepts has a maximum of elements (R-SEC-09)', () => {
  expect(unboundedArrays(z.toJSONSchema(z.object({ a: z.array(z.string()) })))).toEqual([
    '/properties/a',
  ]);
  expect(inputs.length).toBeGreaterThan(100);
  expect(inputs.filter(([, schema]) => unboundedArrays(schema).length > 0)).toEqual([]);
});
