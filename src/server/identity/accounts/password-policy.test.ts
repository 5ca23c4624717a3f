import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { BillingPeriod } from '#contract/periods.ts';
import { readConfig } from '#server/config.ts';
import {
  memberPassword,
  priceIdOf,
  registerOwner,
  sharedApplication,
} from '#server/test/application.ts';
import { hashPassword } from './service/password.ts';

const product = await sharedApplication();
const { accounts } = product.anyone;
const plan = await priceIdOf(product, 'Pro', BillingPeriod.Yearly);

test('hashes with the minimum cost that OWASP recommends', async () => {
  const hash = await hashPassword(readConfig({}), memberPassword);
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});

const refusedAt = (field: string) =>
  expect.objectContaining({
    code: 'validation',
    fields: { [field]: ['account.passwordGuessable'] },
  });

/** Registers an address that has not set its password yet. */
async function unproven() {
  const email = `corretora-${randomUUID()}@example.com`;
  const { verifyToken: token = '' } = await accounts.register({
    body: {
      organization: `Mesa ${randomUUID()}`,
      email,
      firstName: 'Ana',
      lastName: 'Souza',
      selectedSubscription: { subscriptionPriceId: plan },
    },
  });
  const choose = (password: string, company?: string) =>
    accounts.verify({ body: { email, token, password, passwordConfirm: password, company } });
  return { email, choose };
}

test.each([
  ['common', 'password1'],
  ['common and in upper case', 'QWERTYUIOP'],
  ['the product’s name and a year', 'Pregao2026'],
  ['the organization’s name with punctuation', '!!Mesa Azul 1!!'],
])('rejects a password that is %s and keeps the token valid (R-ACC-16)', async (_, guessable) => {
  const { choose } = await unproven();
  await expect(choose(guessable, 'Mesa Azul')).rejects.toEqual(refusedAt('password'));
  await expect(choose(memberPassword)).resolves.toHaveProperty('token');
});

test('rejects one’s own email and mailbox name as a password', async () => {
  const { email, choose } = await unproven();
  await expect(choose(email.slice(0, email.indexOf('@')))).rejects.toEqual(refusedAt('password'));
  await expect(choose(email)).rejects.toEqual(refusedAt('password'));
});

test.each(['correct horse battery', 'ção ção ção', '        ', 'Pregao and a long tail'])(
  'accepts any other password and stores it exactly as typed: %j',
  async (password) => {
    const { email, choose } = await unproven();
    await choose(password);
    await expect(accounts.login({ body: { email, password } })).resolves.toHaveProperty('token');
    await expect(
      accounts.login({ body: { email, password: `${password} ` } }),
    ).rejects.toMatchObject({ code: 'account.login.invalid' });
  },
);

test('rejects a guessable password when the password is changed', async () => {
  const owner = await registerOwner(product);
  const body = {
    passwordCurrent: memberPassword,
    passwordNew: 'iloveyou1',
    passwordConfirm: 'iloveyou1',
  };
  await expect(owner.api.users.updatePassword({ body })).rejects.toEqual(refusedAt('passwordNew'));
});
