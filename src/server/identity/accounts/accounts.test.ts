import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { BillingPeriod } from '#contract/periods.ts';
import { tokenHash } from '#server/platform/http/contract/guard.ts';
import {
  memberPassword,
  priceIdOf,
  registerOwner,
  signInOperator,
  testApplication,
} from '#server/test/application.ts';

const product = await testApplication();
const { accounts } = product.anyone;
const pro = await priceIdOf(product, 'Pro', BillingPeriod.Yearly);
const starter = await priceIdOf(product, 'Starter', BillingPeriod.Once);
const code = (expected: string) => expect.objectContaining({ code: expected });
const twice = (password: string) => ({ password, passwordConfirm: password });

const registration = (changes: object = {}) => {
  const tag = randomUUID();
  return {
    organization: `Organization ${tag}`,
    email: `${tag}@example.com`,
    firstName: 'Ana',
    lastName: 'Souza',
    selectedSubscription: { subscriptionPriceId: pro },
    ...changes,
  };
};
const customers = async () => {
  const answer = await product.app.inject('/sandbox/payments.json');
  return answer.json() as { customers: unknown[]; subscriptions: { status: string }[] };
};

describe('registration (R-ACC-05, R-ACC-10)', () => {
  test('needs no card for a trial and creates a trialing subscription at the provider', async () => {
    const body = registration();
    const answer = await accounts.register({ body });
    expect(answer.user).toMatchObject({ email: body.email, firstName: 'Ana', type: 1 });
    const { subscriptions } = await customers();
    expect(subscriptions[0]).toMatchObject({ status: 'trialing', metadata: {} });
  });

  test('creates nothing at the provider for a free plan', async () => {
    const before = (await customers()).customers.length;
    const starter = await registerOwner(product, { plan: 'Starter' });
    expect((await customers()).customers).toHaveLength(before);
    const { activeProduct } = await starter.api.subscriptions.getCurrent();
    expect(activeProduct).toMatchObject({ status: 'active', trialEnds: null });
  });

  test('mails a verification link in the visitor’s language (R-ACC-11)', async () => {
    const body = registration();
    await product.callerOf({ cookie: 'locale=es-MX' }).accounts.register({ body });
    await expect
      .poll(async () => (await product.app.inject(`/sandbox/mail.json?to=${body.email}`)).json())
      .toEqual([
        expect.objectContaining({ to: body.email, subject: expect.stringMatching(/cuenta/i) }),
      ]);
  });

  test.each([
    ['an email that is taken', 'account.login.exists', { organization: 'Other' }],
    [
      'an organization name that is taken',
      'account.verify.organizationTaken',
      { email: 'new@example.com' },
    ],
  ])('refuses %s and leaves nothing behind', async (_name, expected, changes) => {
    const first = registration();
    await accounts.register({ body: first });
    const before = (await customers()).customers.length;
    await expect(accounts.register({ body: { ...first, ...changes } })).rejects.toEqual(
      code(expected),
    );
    expect((await customers()).customers).toHaveLength(before);
  });

  test.each([
    [
      'a price that does not exist',
      'billing.invalidSubscription',
      { subscriptionPriceId: randomUUID() },
    ],
    [
      'an unknown coupon',
      'billing.invalidCoupon',
      { subscriptionPriceId: pro, subscriptionCoupon: 'NO' },
    ],
  ])('refuses %s', async (_name, expected, selectedSubscription) => {
    await expect(
      accounts.register({ body: registration({ selectedSubscription }) }),
    ).rejects.toEqual(code(expected));
  });

  test('succeeds once for concurrent requests and leaves one customer at the provider', async () => {
    const before = (await customers()).customers.length;
    const body = registration();
    const results = await Promise.allSettled(
      Array.from({ length: 8 }, () => accounts.register({ body })),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await customers()).customers).toHaveLength(before + 1);
  });
});

/** Returns a valid verification request with a mailed token of either purpose. */
const proofBy = async (purpose: string) => {
  const body = registration({ selectedSubscription: { subscriptionPriceId: starter } });
  const registered = await accounts.register({ body });
  const { verifyToken: token = '' } =
    purpose === 'reset' ? await accounts.reset({ params: { email: body.email } }) : registered;
  return { proof: { email: body.email, token, ...twice(memberPassword) } };
};

describe('verification (R-ACC-12, R-ACC-14, R-ACC-17)', () => {
  test('sets the password, signs in, and works once', async () => {
    const body = registration();
    const { verifyToken = '' } = await accounts.register({ body });
    const proof = { email: body.email, token: verifyToken, ...twice(memberPassword) };
    const session = await accounts.verify({ body: proof });
    expect(session.user.currentTenant?.name).toBe(body.organization);
    await expect(accounts.verify({ body: proof })).rejects.toEqual(
      code('account.verify.alreadyVerified'),
    );
  });

  test('rejects another address, another token and passwords that differ', async () => {
    const body = registration();
    const { verifyToken = '' } = await accounts.register({ body });
    const proof = { email: body.email, token: verifyToken, ...twice(memberPassword) };
    const attempts = [
      [{ ...proof, email: 'else@example.com' }, 'account.verify.invalid'],
      [{ ...proof, token: 'else' }, 'account.verify.invalid'],
      [{ ...proof, passwordConfirm: 'else, but long' }, 'account.passwordMismatch'],
    ] as const;
    for (const [attempt, expected] of attempts) {
      await expect(accounts.verify({ body: attempt })).rejects.toEqual(code(expected));
    }
    await expect(accounts.verify({ body: proof })).resolves.toBeDefined();
  });

  test.each(['verify', 'reset'])(
    'succeeds once for fifty concurrent uses (%s)',
    async (purpose) => {
      const { proof } = await proofBy(purpose);
      const results = await Promise.allSettled(
        Array.from({ length: 50 }, () => accounts.verify({ body: proof })),
      );
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    },
  );

  test.each([
    ['verify', '24 hours'],
    ['reset', '30 minutes'],
  ])('accepts a %s token for exactly %s', async (purpose, life) => {
    const { proof } = await proofBy(purpose);
    const expireIn = (time: string) =>
      product.open.owner.query(
        `update tokens set expires_at = now() + $2::interval where token_hash = $1`,
        [tokenHash(proof.token), time],
      );
    const { rows } = await product.open.owner.query(
      `select from tokens where token_hash = $1 and expires_at = created_at + $2::interval`,
      [tokenHash(proof.token), life],
    );
    expect(rows).toHaveLength(1);
    await expireIn('0');
    await expect(accounts.verify({ body: proof })).rejects.toEqual(code('account.verify.invalid'));
    await expireIn('20 seconds');
    await expect(accounts.verify({ body: proof })).resolves.toBeDefined();
  });

  test('uses random tokens stored as hashes and accepts no other secret instead', async () => {
    const owner = await registerOwner(product, { plan: 'Starter' });
    const { proof } = await proofBy('reset');
    expect(Buffer.from(proof.token, 'base64url')).toHaveLength(32);
    const { link } = await owner.api.invitations.updateSettings({
      body: { enableLink: true, enablePublicUrl: false, requireAcceptance: true },
    });
    const others = [owner.token, link, owner.user.id, tokenHash(proof.token).toString('hex')];
    for (const token of [...others, '00000000-0000-0000-0000-000000000000']) {
      for (const email of [proof.email, owner.user.email]) {
        await expect(accounts.verify({ body: { ...proof, email, token } })).rejects.toEqual(
          code('account.verify.invalid'),
        );
      }
    }
    const { rows } = await product.open.owner.query('select * from tokens');
    expect(JSON.stringify(rows)).not.toContain(proof.token);
  });
});

describe('a mailed link (R-ACC-17, R-ACC-23)', () => {
  const passwordNew = 'chosen in the meantime';
  const links = async () => {
    const { proof } = await proofBy('verify');
    const reset = async () =>
      (await accounts.reset({ params: { email: proof.email } })).verifyToken;
    const tokens = [proof.token, (await reset()) ?? '', (await reset()) ?? ''] as const;
    return { email: proof.email, tokens };
  };
  const verify = (email: string, token: string, password = memberPassword) =>
    accounts.verify({ body: { email, token, ...twice(password) } });

  test.each([0, 1, 2])('stays valid when later ones are requested (link %i)', async (which) => {
    const { email, tokens } = await links();
    await expect(verify(email, tokens[which] ?? '')).resolves.toMatchObject({ user: { email } });
  });

  test.each([0, 1, 2])('is voided when another one sets a password (link %i)', async (used) => {
    const { email, tokens } = await links();
    await verify(email, tokens[used] ?? '');
    for (const token of tokens) {
      await expect(verify(email, token, passwordNew)).rejects.toThrow('account.verify');
    }
    await expect(
      accounts.login({ body: { email, password: memberPassword } }),
    ).resolves.toBeDefined();
  });

  test.each(['the person', 'the operator'])(
    'is voided when %s changes the password',
    async (who) => {
      const owner = await registerOwner(product, { plan: 'Starter' });
      const { email, id: userId } = owner.user;
      const { verifyToken = '' } = await accounts.reset({ params: { email } });
      if (who === 'the person') {
        const body = { passwordCurrent: memberPassword, passwordNew, passwordConfirm: passwordNew };
        await owner.api.users.updatePassword({ body });
      } else {
        const operator = await signInOperator(product);
        await operator.api.users.setPassword({
          params: { userId },
          body: { password: passwordNew },
        });
      }
      await expect(verify(email, verifyToken)).rejects.toEqual(code('account.verify.invalid'));
      const body = { email, password: passwordNew };
      await expect(accounts.login({ body })).resolves.toBeDefined();
    },
  );
});

describe('sign-in and sign-out (R-ACC-02, R-ACC-03, R-ACC-19)', () => {
  test('sign-in returns the user without any secret (R-SEC-12)', async () => {
    const owner = await registerOwner(product);
    const session = await accounts.login({
      body: { email: owner.user.email.toUpperCase(), password: memberPassword },
    });
    expect(session.user).toEqual(owner.user);
    expect(Object.keys(session.user).join()).not.toMatch(/password|hash|token|secret/i);
  });

  test('sign-in reports an unknown account, a wrong password and an unconfirmed email', async () => {
    const body = registration();
    await accounts.register({ body });
    const owner = await registerOwner(product);
    const attempts = [
      [{ email: 'unknown@example.com', password: 'whatever' }, 'account.login.nonexistent'],
      [{ email: owner.user.email, password: 'whatever' }, 'account.login.invalid'],
      [{ email: body.email, password: 'whatever' }, 'account.login.unverified'],
    ] as const;
    for (const [attempt, expected] of attempts) {
      await expect(accounts.login({ body: attempt })).rejects.toEqual(code(expected));
    }
  });

  test('sign-in with Google rejects an invalid ID token (R-ACC-21)', async () => {
    const owner = await registerOwner(product);
    const attempt = { email: owner.user.email, loginType: 1 as const, secretSignInKey: 'x' };
    await expect(accounts.login({ body: attempt })).rejects.toThrow('account.login');
  });

  test('sign-out ends the session immediately', async () => {
    const owner = await registerOwner(product);
    await owner.api.accounts.logout();
    await expect(owner.api.users.getCurrent()).rejects.toEqual(code('unauthorized'));
  });

  test('stores only the hash of a session token', async () => {
    const owner = await registerOwner(product);
    const { rows } = await product.open.owner.query<{ line: string }>(
      `select encode(token_hash, 'escape') as hash, sessions::text as line from sessions`,
    );
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain(owner.token);
  });

  test('gives the operator the organization `admin` with all rights (R-ORG-10, R-OPR-07)', async () => {
    const operator = await signInOperator(product);
    expect(operator.user).toMatchObject({ type: 0, currentTenant: { subdomain: 'admin' } });
    await expect(operator.api.transactions.getAll()).resolves.toMatchObject({ items: [] });
  });
});
