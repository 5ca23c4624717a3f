import type { FieldValues } from 'react-hook-form';
import { describe, expect, test } from 'vitest';
import { Failure } from '#contract/errors.ts';
import { resolverOf, showFailure } from './failures.ts';
import { loginPathWith, verifyPath } from './paths.ts';

const check = async (form: Parameters<typeof resolverOf>[0], values: FieldValues) => {
  const { errors } = await resolverOf(form)(values, undefined, {
    fields: {},
    shouldUseNativeValidation: undefined,
  });
  return Object.fromEntries(Object.entries(errors).map(([name, error]) => [name, error?.type]));
};

describe('Forms are checked before they are sent (section 5)', () => {
  test('signing in needs an address and a password', async () => {
    expect(await check('login', { email: '', password: '' })).toEqual({
      email: 'field.required',
      password: 'field.required',
    });
    expect(await check('login', { email: 'ana', password: 'x' })).toEqual({ email: 'field.email' });
  });

  test('registering needs who and where, and nothing of a coupon', async () => {
    const person = { organization: ' ', email: 'a@b.co', firstName: 'Ana', lastName: '' };
    expect(await check('register', { ...person, coupon: '' })).toEqual({
      organization: 'field.required',
      lastName: 'field.required',
    });
  });

  test('the two passwords have to be the same, and long enough', async () => {
    expect(await check('verify', { password: 'long enough', passwordConfirm: 'else' })).toEqual({
      passwordConfirm: 'account.passwordMismatch',
    });
    expect(await check('verify', { password: 'short', passwordConfirm: '' })).toEqual({
      password: 'field.tooShort',
      passwordConfirm: 'field.required',
    });
    const same = { password: 'long enough', passwordConfirm: 'long enough' };
    expect(await check('verify', same)).toEqual({});
  });
});

describe('A refusal is told once', () => {
  const told = (failure: unknown, fields: string[]) => {
    const shown: [string, unknown][] = [];
    showFailure(failure, {
      setError: (name, { type }) => shown.push([name, type]),
      fieldOf: (name) => fields.find((field) => field === name),
    });
    return shown;
  };

  test('at the fields that the server refused', () => {
    const failure = new Failure('validation', { fields: { email: ['field.email'] } });
    expect(told(failure, ['email'])).toEqual([['email', 'field.email']]);
  });

  test('at the foot of the form when it is about no field of it', () => {
    const elsewhere = new Failure('validation', { fields: { other: ['field.invalid'] } });
    expect(told(elsewhere, ['email'])).toEqual([['root.server', 'validation']]);
    expect(told(new Failure('account.login.exists'), ['email'])).toEqual([
      ['root.server', 'account.login.exists'],
    ]);
    expect(told(new TypeError('a bug'), [])).toEqual([['root.server', 'internal']]);
  });
});

test('links carry what is known, and nothing else', () => {
  expect(verifyPath('a+b@c.de', 't_-')).toBe('/account/verify?e=a%2Bb%40c.de&t=t_-');
  expect(loginPathWith({ email: null })).toBe('/account/login');
});
