import { describe, expect, test } from 'vitest';
import { inputSchema } from '#contract/entities/field-schemas.ts';
import { defineFields } from '#contract/entities/fields.ts';
import { emptyValues, entityResolver } from './input.ts';

const declared = defineFields({
  name: { kind: 'String' },
  amount: { kind: 'Number' },
  price: { kind: 'Money' },
  sum: { kind: 'Money', computed: true },
  date: { kind: 'Date' },
  note: { kind: 'TextArea', optional: true },
  active: { kind: 'Bool' },
});
const resolve = entityResolver(declared, inputSchema(declared));
const check = async (values: Record<string, unknown>) =>
  resolve(values, undefined, { fields: {}, shouldUseNativeValidation: false });

const good = { name: 'A', amount: 2, price: 2.55, date: '2027-02-28', active: true };

describe('a generated form (R-FORM-01)', () => {
  test('starts with 0 for numbers, false for booleans and empty otherwise', () => {
    expect(emptyValues(declared)).toEqual({
      name: null,
      amount: 0,
      price: null,
      sum: null,
      date: null,
      note: null,
      active: false,
    });
  });

  test('sends the input without computed fields, and null for empty optional ones', async () => {
    expect(await check({ ...good, note: '', sum: 99, id: 'x' })).toEqual({
      values: { ...good, note: null },
      errors: {},
    });
  });

  test('requires every field that is not optional', async () => {
    const { errors } = await check({ name: '', amount: null, price: undefined, date: '' });
    const missing = { type: 'field.required' };
    expect(errors).toMatchObject({
      name: missing,
      amount: missing,
      price: missing,
      date: missing,
      active: missing,
    });
    expect(errors).not.toHaveProperty('note');
  });

  test('reports a specific error for each invalid value', async () => {
    const { errors } = await check({ ...good, amount: 1.5, price: 1.234, date: '2027-02-30' });
    expect(errors).toEqual({
      amount: { type: 'field.integer' },
      price: { type: 'field.twoDecimals' },
      date: { type: 'field.date' },
    });
  });

  test('treats blank text as empty', async () => {
    expect((await check({ ...good, name: '   ' })).errors).toEqual({
      name: { type: 'field.required' },
    });
  });
});
