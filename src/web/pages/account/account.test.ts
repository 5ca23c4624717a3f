import type { FieldValues } from 'react-hook-form';
import { describe, expect, test } from 'vitest';
import { Failure } from '#contract/errors.ts';
import { formResolver, setFormFailure } from './form-resolver.ts';
import { loginPathWith, verifyPath } from './paths.ts';

const check = async (form: Parameters<typeof formResolver>[0], values: FieldValues) => {
  const { errors } = await formResolver(form)(values, undefined, {
    fields: {},
    shouldUseNativeValidation: undefined,
  });
  return Object.fromEntries(Object.entries(errors).map(([name, error]) => [name, error?.type]));
};

describe('Account forms are checked before they are sent', () => {
  test('sign-in requires an email and a password (R-ACC-02)', async () => {
    expect(await check('login', { email: '', password: '' })).toEqual({
      email: 'field.required',
      password: 'field.required',
    });
    expect(await check('login', { email: 'ana', password: 'x' })).toEqual({ email: 'field.email' });
  });

  test('registration requires organization and names, and the coupon is optional (R-ACC-05)', async () => {
    const person = { organization: ' ', email: 'a@b.co', firstName: 'Ana', lastName: '' };
    expect(await check('register', { ...person, coupon: '' })).toEqual({
      organization: 'field.required',
      lastName: 'field.required',
    });
  });

  test('rejects passwords that differ or are too short (R-ACC-15, R-ACC-16)', async () => {
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

describe('A refusal of the server is shown exactly once (R-API-02)', () => {
  const told = (failure: unknown, fields: string[]) => {
    const shown: [string, unknown][] = [];
    setFormFailure(failure, {
      setError: (name, { type }) => shown.push([name, type]),
      fieldOf: (name) => fields.find((field) => field === name),
    });
    return shown;
  };

  test('next to each field that it names', () => {
    const failure = new Failure('validation', { fields: { email: ['field.email'] } });
    expect(told(failure, ['email'])).toEqual([['email', 'field.email']]);
  });

  test('below the form when it names no field of the form', () => {
    const elsewhere = new Failure('validation', { fields: { other: ['field.invalid'] } });
    expect(told(elsewhere, ['email'])).toEqual([['root.server', 'validation']]);
    expect(told(new Failure('account.login.exists'), ['email'])).toEqual([
      ['root.server', 'account.login.exists'],
    ]);
    expect(told(new TypeError('a bug'), [])).toEqual([['root.server', 'internal']]);
  });
});

test('account links carry only the parameters that are given', () => {
  expect(verifyPath('a+b@c.de', 't_-')).toBe('/account/verify?e=a%2Bb%40c.de&t=t_-');
  expect(loginPathWith({ email: null })).toBe('/account/login');
});
