import { expect, test } from 'vitest';
import { StripeApiError } from './errors.ts';
import { decodeForm } from './form.ts';
import {
  emptyable,
  booleanParam,
  integerParam,
  arrayParam,
  mergeMetadata,
  metadata,
  enumParam,
  timestampRangeParam,
  parseParams,
  required,
  objectParam,
  stringParam,
} from './params.ts';

const spec = {
  name: required(stringParam),
  description: emptyable(stringParam),
  active: booleanParam,
  amount: integerParam(1),
  interval: enumParam('day', 'month'),
  items: arrayParam(objectParam({ price: required(stringParam) })),
  metadata,
  created: timestampRangeParam,
};
const read = (body: string) => parseParams(spec, decodeForm(body));

const catchParamError = (body: string) => {
  try {
    read(body);
  } catch (error) {
    if (error instanceof StripeApiError) return { status: error.status, ...error.error };
  }
  return undefined;
};

test('parses parameters into their types; missing ones are undefined', () => {
  const body = 'name=Pro&active=false&amount=5&interval=day&items[0][price]=p&created[gte]=7';
  expect(read(body)).toEqual({
    name: 'Pro',
    description: undefined,
    active: false,
    amount: 5,
    interval: 'day',
    items: [{ price: 'p' }],
    metadata: undefined,
    created: { gte: 7 },
  });
});

test('an empty value unsets an optional field', () => {
  expect(read('name=Pro&description=&metadata=')).toMatchObject({
    description: null,
    metadata: null,
  });
});

test.each([
  [
    'a missing parameter',
    'active=true',
    'parameter_missing',
    'name',
    'Missing required param: name.',
  ],
  ['a missing nested parameter', 'name=a&items[0]=', undefined, 'items[0]', 'Invalid object'],
  [
    'an unknown parameter',
    'name=a&colour=red',
    'parameter_unknown',
    'colour',
    'Received unknown parameter: colour',
  ],
  [
    'an unknown nested parameter',
    'name=a&items[0][price]=p&items[0][kind]=x',
    'parameter_unknown',
    'items[0][kind]',
    'Received unknown parameter: items[0][kind]',
  ],
  [
    'a fraction for an integer',
    'name=a&amount=1.5',
    'parameter_invalid_integer',
    'amount',
    'Invalid integer: 1.5',
  ],
  [
    'an integer below the minimum',
    'name=a&amount=0',
    'parameter_invalid_integer',
    'amount',
    'This value must be greater than or equal to 1.',
  ],
  ['a text for a boolean', 'name=a&active=yes', undefined, 'active', 'Invalid boolean: yes'],
  [
    'a value outside the enumeration',
    'name=a&interval=moon',
    undefined,
    'interval',
    'Invalid interval: must be one of day, month',
  ],
])('rejects %s and names the parameter', (_what, body, code, param, message) => {
  expect(catchParamError(body)).toMatchObject({
    status: 400,
    type: 'invalid_request_error',
    code,
    param,
    message,
  });
});

test("rejects an empty value for a field that can't be unset", () => {
  expect(catchParamError('name=')).toMatchObject({
    code: 'parameter_invalid_empty',
    param: 'name',
  });
});

test('merges metadata; an empty value removes a name, null all of them', () => {
  expect(mergeMetadata({ a: '1', b: '2' }, { b: '', c: '3' })).toEqual({ a: '1', c: '3' });
  expect(mergeMetadata({ a: '1' }, undefined)).toEqual({ a: '1' });
  expect(mergeMetadata({ a: '1' }, null)).toEqual({});
});
