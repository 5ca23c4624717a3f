import { expect, test } from 'vitest';
import { LoginType } from '#contract/users.ts';
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
  ['was invited and has no password', account(Password, null, never), true],
  ['has no password, whatever was opened', account(Password, null, new Date()), true],
  ['has no password, whatever is allowed', account(Password, null, never, true), true],
  ['set one, and never opened the mail', account(Password, 'hash', never), true],
  ['set one that opens unverified', account(Password, 'hash', never, true), false],
  ['has a password and opened the mail', account(Password, 'hash', new Date()), false],
  ['signs in with Google', account(Gmail, null, new Date()), false],
  ['signs in with Google, and never opened a mail', account(Gmail, null, never), false],
])('decides if an account is dormant that %s (decisions/0010)', (_who, sleeper, expected) => {
  expect(isDormantAccount(sleeper)).toBe(expected);
});
