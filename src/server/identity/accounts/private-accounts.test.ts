import { randomUUID } from 'node:crypto';
import argon2 from '@node-rs/argon2';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { BillingPeriod } from '#contract/periods.ts';
import { locales } from '#locales/locales.ts';
import { memberPassword, priceIdOf, testApplication } from '#server/test/application.ts';

/** With `PRIVATE_ACCOUNTS`, replies do not reveal whether an address has an account (R-ACC-22). */
// Counts calls of the real hashing functions.
const hash = vi.spyOn(argon2, 'hash');
const verify = vi.spyOn(argon2, 'verify');
afterAll(() => vi.restoreAllMocks());

const product = await testApplication({ PRIVATE_ACCOUNTS: 'true' });
const { accounts } = product.anyone;
const { memoryCost, timeCost } = product.context.config.passwordCost;
const plans = {
  free: await priceIdOf(product, 'Starter', BillingPeriod.Once),
  trial: await priceIdOf(product, 'Pro', BillingPeriod.Yearly),
};

type Mail = { subject: string; text: string; links: string[] };
const mailsTo = async (email: string) =>
  (await product.app.inject(`/sandbox/mail.json?to=${email}`)).json() as Mail[];
const newestMail = async (email: string, count: number) => {
  await expect.poll(async () => (await mailsTo(email)).length).toBe(count);
  return (await mailsTo(email))[0];
};
const customersOf = async (email: string) => {
  const answer = await product.app.inject('/sandbox/payments.json');
  const { customers } = answer.json() as { customers: { email: string }[] };
  return customers.filter((customer) => customer.email === email).length;
};
const newAddress = () => `${randomUUID()}@example.com`;
const post = (path: string, payload: object = {}, headers = {}) =>
  product.app.inject({ method: 'POST', url: `/api${path}`, payload, headers });

const form = (email: string, plan = plans.free, more: object = {}) => ({
  organization: `Organization ${randomUUID()}`,
  email,
  firstName: 'Ana',
  lastName: 'Souza',
  selectedSubscription: { subscriptionPriceId: plan },
  ...more,
});
const register = async (...given: Parameters<typeof form>) => {
  const answer = await post('/Authentication/Register', form(...given));
  return { status: answer.statusCode, headers: Object.keys(answer.headers), body: answer.body };
};
/** Registers an account with an organization and verifies it by mail. */
const registeredEmail = async (plan = plans.free) => {
  const email = newAddress();
  await register(email, plan);
  const link = new URL((await newestMail(email, 1))?.links[0] ?? '');
  const token = link.searchParams.get('t') ?? '';
  const proof = { email, token, password: memberPassword, passwordConfirm: memberPassword };
  await accounts.verify({ body: proof });
  return email;
};

const withoutIds = (answer: { body: string }, email: string) => ({
  ...answer,
  body: answer.body
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g, 'an id')
    .replaceAll(email, 'an address'),
});

beforeEach(() => vi.clearAllMocks());

describe('sign-in with private accounts (R-ACC-22)', () => {
  test('replies alike for an unknown account, a wrong password and an unverified address', async () => {
    const [known, pending] = [await registeredEmail(), newAddress()];
    await register(pending, plans.free, { password: 'guessable', confirmPassword: 'guessable' });
    const attempts = [
      [newAddress(), 'guessable'],
      [known, 'guessable'],
      [pending, 'guessable'],
      [pending, 'another one'],
    ];
    const answers = [];
    for (const [email, password] of attempts) {
      const answer = await post('/Authentication/Login', { email, password });
      answers.push([answer.statusCode, answer.body]);
    }
    expect(answers[0]?.[1]).toContain('errors.account.login.invalid');
    for (const answer of answers) expect(answer).toEqual(answers[0]);
  });

  test('hashes once for an unknown account, a missing password and a wrong one', async () => {
    const [known, pending] = [await registeredEmail(), newAddress()];
    await register(pending);
    // Creates the hash compared for unknown accounts, which is made on first use.
    await post('/Authentication/Login', { email: newAddress(), password: 'guessable' });
    for (const email of [newAddress(), pending, known]) {
      vi.clearAllMocks();
      await post('/Authentication/Login', { email, password: 'guessable' });
      expect([verify.mock.calls.length, email]).toEqual([1, email]);
      expect(hash).not.toHaveBeenCalled();
      const [storedHash] = verify.mock.calls[0] ?? [];
      expect(String(storedHash)).toContain(`m=${memoryCost},t=${timeCost},p=1$`);
    }
  });

  test('accepts the right password', async () => {
    const email = await registeredEmail();
    const session = await accounts.login({ body: { email, password: memberPassword } });
    expect(session.user.email).toBe(email);
  });
});

describe('registration with private accounts (R-ACC-22)', () => {
  test.each(Object.entries(plans))(
    'sends the same bytes for a known and a new address (%s plan)',
    async (_name, plan) => {
      const [known, fresh] = [await registeredEmail(), newAddress()];
      const [one, other] = [await register(known, plan), await register(fresh, plan)];
      expect(one.status).toBe(200);
      expect(withoutIds(one, known)).toEqual(withoutIds(other, fresh));
      expect(one.body).not.toMatch(/token/i);
    },
  );

  test('hashes as often for a known address, and creates nothing for it at the provider', async () => {
    const [known, fresh] = [await registeredEmail(), newAddress()];
    const password = { password: 'chosen now', confirmPassword: 'chosen now' };
    for (const email of [fresh, known]) {
      vi.clearAllMocks();
      await register(email, plans.trial, password);
      expect(hash).toHaveBeenCalledTimes(1);
    }
    expect(await customersOf(fresh)).toBe(1);
    // Undone after the reply.
    await expect.poll(() => customersOf(known), { timeout: 15_000 }).toBe(0);
    await expect(
      accounts.login({ body: { email: known, password: password.password } }),
    ).rejects.toMatchObject({ code: 'account.login.invalid' });
  });

  test('rejects a taken organization name alike for any address', async () => {
    const known = await registeredEmail();
    const organization = `Organization ${randomUUID()}`;
    await register(newAddress(), plans.free, { organization });
    const answers = [];
    for (const email of [known, newAddress()]) {
      answers.push(withoutIds(await register(email, plans.free, { organization }), email));
    }
    expect(answers[0]?.body).toContain('organizationTaken');
    expect(answers[0]).toEqual(answers[1]);
  });

  // A person has one trial; the answer must not tell who had it.
  test.each([
    ['no card', {}],
    ['a card', { subscriptionCardToken: 'pm_card_visa' }],
    ['a card that does not exist', { subscriptionCardToken: 'tok_made_up' }],
    ['an unknown coupon', { subscriptionCoupon: 'NO' }],
  ])('replies alike to an address that had a trial, with %s (R-SUB-06)', async (_name, given) => {
    const known = await registeredEmail(plans.trial);
    const fresh = newAddress();
    const selectedSubscription = { subscriptionPriceId: plans.trial, ...given };
    const [one, other] = [
      await register(known, plans.trial, { selectedSubscription }),
      await register(fresh, plans.trial, { selectedSubscription }),
    ];
    expect(withoutIds(one, known)).toEqual(withoutIds(other, fresh));
    expect(await customersOf(known)).toBe(1);
  });

  // With a card, the account is looked up before the payment, so that no existing account is charged.
  test.each([
    ['a card that does not exist', 'billing.invalidCard', {}, 'tok_made_up'],
    ['a card and an unknown coupon', 'billing.invalidCoupon', { subscriptionCoupon: 'NO' }],
    [
      'a card and an organization name that is taken',
      'organizationTaken',
      {},
      'pm_card_visa',
      true,
    ],
  ])(
    'rejects %s alike for any address',
    async (_name, code, selected, card = 'pm_card_visa', taken = false) => {
      const known = await registeredEmail();
      const organization = `Organization ${randomUUID()}`;
      if (taken) await register(newAddress(), plans.free, { organization });
      const answers = [];
      for (const email of [known, newAddress()]) {
        const selectedSubscription = {
          subscriptionPriceId: plans.trial,
          subscriptionCardToken: card,
          ...selected,
        };
        const more = { selectedSubscription, ...(taken && { organization }) };
        answers.push(withoutIds(await register(email, plans.trial, more), email));
      }
      expect(answers[0]?.body).toContain(code);
      expect(answers[0]).toEqual(answers[1]);
    },
  );

  test.each(locales)(
    'mails the owner of a known address in their language (%s)',
    async (locale) => {
      const known = await registeredEmail();
      await product.open.owner.query('update users set locale = $2 where email = $1', [
        known,
        locale,
      ]);
      await register(known);
      const mail = await newestMail(known, 2);
      expect(mail?.text).toContain('Ana');
      expect(mail?.links[0]).toContain(`/account/reset?e=${encodeURIComponent(known)}`);
    },
  );

  test('replies alike to concurrent requests for one address', async () => {
    const email = newAddress();
    const answers = await Promise.all(Array.from({ length: 6 }, () => register(email)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const { rows } = await product.open.owner.query('select from users where email = $1', [email]);
    expect(rows).toHaveLength(1);
  });
});

describe('password reset with private accounts (R-ACC-22)', () => {
  test('replies alike and mails only an address with an account', async () => {
    const [known, unknown] = [await registeredEmail(), newAddress()];
    const answers = [];
    for (const email of [known, unknown]) {
      const { statusCode, body } = await post(`/Authentication/Reset/${email}`);
      answers.push([statusCode, body]);
    }
    expect(answers).toEqual([
      [200, '{}'],
      [200, '{}'],
    ]);
    const mail = await newestMail(known, 2);
    const link = new URL(mail?.links[0] ?? '');
    const password = 'another password';
    const token = link.searchParams.get('t') ?? '';
    const proof = { email: known, token, password, passwordConfirm: password };
    await expect(accounts.verify({ body: proof })).resolves.toMatchObject({
      user: { email: known },
    });
    expect(await mailsTo(unknown)).toEqual([]);
  });
});

describe('verification email with private accounts (R-ACC-22, R-ACC-28)', () => {
  test('replies alike and mails only an unverified address', async () => {
    const [verified, pending, unknown] = [await registeredEmail(), newAddress(), newAddress()];
    await register(pending);
    await newestMail(pending, 1);
    for (const email of [verified, pending, unknown]) {
      const { statusCode, body } = await post('/Authentication/ResendVerification', { email });
      expect([statusCode, body]).toEqual([200, '{}']);
    }
    expect((await newestMail(pending, 2))?.links[0]).toContain('/account/verify');
    expect(await mailsTo(verified)).toHaveLength(1);
    expect(await mailsTo(unknown)).toEqual([]);
  });

  test('offers no correction of an address, and refuses it alike', async () => {
    const [known, pending] = [await registeredEmail(), newAddress()];
    expect((await register(pending)).body).not.toMatch(/token/i);
    for (const formerEmail of [known, pending, newAddress()]) {
      const body = { email: newAddress(), formerEmail, token: 'made up' };
      const answer = await post('/Authentication/CorrectEmail', body);
      expect([answer.statusCode, answer.json().code]).toEqual([
        400,
        'errors.account.verify.invalid',
      ]);
    }
  });
});
