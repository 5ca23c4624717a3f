import { expect, test } from 'vitest';
import { LoginType } from '#contract/statuses.ts';
import { isDormantAccount, type AccountCredentials } from './rules.ts';

const never = null;
const { Password, Gmail } = LoginType;

const account = (
  login_type: LoginType,
  password_hash: string | null,
  verified_at: Date | null,
  may_sign_in_unverified = false,
): AccountCredentials => ({ login_type, password_hash, verified_at, may_sign_in_unverified });

test.each([
  ['invited, without a password', account(Password, null, never), true],
  ['verified, without a password', account(Password, null, new Date()), true],
  ['unverified sign-in allowed, without a password', account(Password, null, never, true), true],
  ['unverified, with a password', account(Password, 'hash', never), true],
  ['unverified sign-in allowed, with a password', account(Password, 'hash', never, true), false],
  ['verified, with a password', account(Password, 'hash', new Date()), false],
  ['verified, signs in with Google', account(Gmail, null, new Date()), false],
  ['unverified, signs in with Google', account(Gmail, null, never), false],
])('decides whether an account is dormant: %s (decisions/0010)', (_who, credentials, expected) => {
  expect(isDormantAccount(credentials)).toBe(expected);
});
