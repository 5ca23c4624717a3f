import { createPublicKey, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, describe, expect, test } from 'vitest';
import { BillingPeriod } from '#contract/periods.ts';
import { LoginType } from '#contract/statuses.ts';
import { startGoogleSandbox, type IdTokenClaims } from '#sandbox/google/google.ts';
import { readConfig } from '#server/config.ts';
import {
  toTestMember,
  priceIdOf,
  registerOwner,
  testApplication,
} from '#server/test/application.ts';

const google = await startGoogleSandbox();
afterAll(() => google.close());
const clientId = 'pregao.apps.googleusercontent.com';
const product = await testApplication({
  GOOGLE_CLIENT_ID: clientId,
  GOOGLE_KEYS_URL: google.keysUrl,
});
const { accounts } = product.anyone;
const pro = await priceIdOf(product, 'Pro', BillingPeriod.Yearly);
const code = (expected: string) => expect.objectContaining({ code: expected });
const now = () => Math.floor(Date.now() / 1_000);

const newClaims = () => {
  const tag = randomUUID();
  return { sub: tag, email: `${tag}@gmail.com`, given_name: 'Ana', family_name: 'Souza' };
};
const tokenOf = (claims: IdTokenClaims) => google.sign({ aud: clientId, ...claims });
const signIn = (secretSignInKey: string | null) =>
  accounts.login({ body: { loginType: LoginType.Gmail, secretSignInKey } });
const register = async (claims: IdTokenClaims, more: object = {}) =>
  accounts.register({
    body: {
      organization: `Organization ${randomUUID()}`,
      loginType: LoginType.Gmail,
      secretSignInKey: await tokenOf(claims),
      selectedSubscription: { subscriptionPriceId: pro },
      ...more,
    },
  });
const sessions = async () =>
  (await product.open.owner.query<{ count: number }>('select count(*) from sessions')).rows[0]
    ?.count;

describe('registration with Google (R-ACC-21)', () => {
  test('needs an organization and a token and signs in immediately', async () => {
    const person = newClaims();
    const { user, token = '', verifyToken } = await register(person);
    expect(user).toMatchObject({
      email: person.email,
      firstName: 'Ana',
      lastName: 'Souza',
      loginType: LoginType.Gmail,
    });
    expect(verifyToken).toBeUndefined();
    const { api } = toTestMember(product, { user, token });
    await expect(api.users.getCurrent()).resolves.toEqual(user);
  });

  // Older clients also send the empty fields of their form.
  test('treats an empty password as none, at registration and at sign-in', async () => {
    const person = newClaims();
    const empty = { password: '', confirmPassword: '' };
    const { user } = await register(person, empty);
    const secretSignInKey = await tokenOf(person);
    for (const password of ['', null, undefined]) {
      const body = { password, loginType: LoginType.Gmail, secretSignInKey };
      await expect(accounts.login({ body })).resolves.toMatchObject({ user: { id: user.id } });
    }
    const body = { email: person.email, password: '' };
    await expect(accounts.login({ body })).rejects.toMatchObject({
      code: 'validation',
      fields: { password: ['field.required'] },
    });
  });

  test('takes email and names from the token, not from the form', async () => {
    const person = newClaims();
    const form = {
      email: 'else@example.com',
      firstName: 'Eva',
      lastName: 'Else',
      password: 'secret word',
    };
    const { user } = await register(person, form);
    expect(user).toMatchObject({ email: person.email, firstName: 'Ana', lastName: 'Souza' });
    await expect(
      accounts.login({ body: { email: person.email, password: form.password } }),
    ).rejects.toEqual(code('account.login.invalid'));
  });

  test('accepts a person without a family name', async () => {
    const { user } = await register({ ...newClaims(), family_name: undefined });
    expect(user.lastName).toBe('');
  });

  test('rejects a known address, a known Google account and an unverified email', async () => {
    const person = newClaims();
    await register(person);
    await expect(register(person)).rejects.toEqual(code('account.login.exists'));
    await expect(register({ ...newClaims(), sub: person.sub })).rejects.toEqual(
      code('account.login.exists'),
    );
    await expect(register({ ...newClaims(), email_verified: false })).rejects.toEqual(
      code('account.login.invalid'),
    );
  });

  test('keeps names and email required without Google', async () => {
    const refusal = accounts.register({
      body: { organization: 'Acme', selectedSubscription: { subscriptionPriceId: pro } },
    });
    const missing = ['field.required'];
    await expect(refusal).rejects.toMatchObject({
      code: 'validation',
      fields: { email: missing, firstName: missing, lastName: missing },
    });
    await expect(accounts.login({ body: { email: 'a@', password: 'x' } })).rejects.toMatchObject({
      fields: { email: ['field.email'] },
    });
  });
});

describe('sign-in with Google (R-ACC-21)', () => {
  test('finds the account by its Google id after the address has changed', async () => {
    const person = newClaims();
    const { user } = await register(person);
    const session = await signIn(await tokenOf({ ...person, email: 'new@gmail.com' }));
    expect(session.user).toEqual(user);
  });

  test('links an account created with Google by its verified address once', async () => {
    const person = newClaims();
    const { user } = await register(person);
    await product.open.owner.query('update users set google_sub = null where id = $1', [user.id]);
    await expect(signIn(await tokenOf(person))).resolves.toMatchObject({ user: { id: user.id } });
    // A later owner of the address is another person.
    await expect(signIn(await tokenOf({ ...person, sub: 'else' }))).rejects.toEqual(
      code('account.login.invalid'),
    );
  });

  test('rejects an account with a password and one with an unverified address', async () => {
    const owner = await registerOwner(product);
    const { email } = owner.user;
    await expect(signIn(await tokenOf({ ...newClaims(), email }))).rejects.toEqual(
      code('account.login.invalid'),
    );
    await product.open.owner.query(
      'update users set login_type = 1, verified_at = null where email = $1',
      [email],
    );
    await expect(signIn(await tokenOf({ ...newClaims(), email }))).rejects.toEqual(
      code('account.login.invalid'),
    );
  });

  test('rejects unknown and deactivated accounts', async () => {
    const person = newClaims();
    await expect(signIn(await tokenOf(person))).rejects.toEqual(code('account.login.nonexistent'));
    const { user } = await register(person);
    await product.open.owner.query('update users set active = false where id = $1', [user.id]);
    await expect(signIn(await tokenOf(person))).rejects.toEqual(code('account.login.invalid'));
  });
});

test('A refused sign-in with Google is logged under the account of its token (R-SEC-13)', async () => {
  const victim = await registerOwner(product);
  const refusalsOf = async ({ user }: { user: { id: string } }) => {
    const { rows } = await product.open.owner.query<{ action: string }>(
      `select action from audit_log where person_id = $1 and action = 'session.refused'`,
      [user.id],
    );
    return rows.length;
  };
  const { email } = victim.user;
  const claims = newClaims();
  const deactivated = await register(claims);
  await product.open.owner.query('update users set active = false where id = $1', [
    deactivated.user.id,
  ]);
  for (const secretSignInKey of ['wrong', await tokenOf(newClaims()), await tokenOf(claims)]) {
    const body = { email, loginType: LoginType.Gmail, secretSignInKey };
    await expect(accounts.login({ body })).rejects.toBeDefined();
  }
  expect(await refusalsOf(victim)).toBe(0);
  expect(await refusalsOf(deactivated)).toBe(1);
  await expect(signIn(await tokenOf({ ...newClaims(), email }))).rejects.toBeDefined();
  expect(await refusalsOf(victim)).toBe(1);
});

describe('an ID token that does not prove the identity (R-ACC-21)', () => {
  const person = newClaims();
  const payload = () => ({
    iss: 'https://accounts.google.com',
    aud: clientId,
    email_verified: true,
    iat: now(),
    exp: now() + 3_600,
    ...person,
  });
  const signed = (header: { alg: string; kid?: string }, key: Parameters<SignJWT['sign']>[0]) =>
    new SignJWT(payload()).setProtectedHeader(header).sign(key);
  const published = async () => {
    const answer = await fetch(google.keysUrl);
    const { keys } = (await answer.json()) as { keys: { kid: string; n: string }[] };
    return keys[0] as { kid: string; n: string };
  };
  const pem = async () =>
    createPublicKey({ key: { ...(await published()), kty: 'RSA', e: 'AQAB' }, format: 'jwk' })
      .export({ type: 'spki', format: 'pem' })
      .toString();
  const ownKey = async () => (await generateKeyPair('RS256')).privateKey;
  const tampered = async () => {
    const [head, , signature] = (await tokenOf(newClaims())).split('.');
    return [head, Buffer.from(JSON.stringify(payload())).toString('base64url'), signature].join(
      '.',
    );
  };
  const withOwnKeyInside = async () => {
    const { publicKey, privateKey } = await generateKeyPair('RS256');
    const jwk = await exportJWK(publicKey);
    return new SignJWT(payload()).setProtectedHeader({ alg: 'RS256', jwk }).sign(privateKey);
  };

  const forgeries: [string, () => Promise<string | null>][] = [
    ['no token', async () => null],
    ['an empty token', async () => ''],
    ['a token that is not a JWT', async () => 'garbage'],
    ['a JWT of three invalid parts', async () => 'a.b.c'],
    ['an unsigned token (alg none)', async () => new UnsecuredJWT(payload()).encode()],
    ['another audience', () => tokenOf({ ...person, aud: 'else' })],
    ['several audiences', () => tokenOf({ ...person, aud: [clientId, 'else'] })],
    ['no audience', () => tokenOf({ ...person, aud: undefined })],
    ['another issuer', () => tokenOf({ ...person, iss: 'https://accounts.example.com' })],
    ['an expired token', () => tokenOf({ ...person, iat: now() - 3_600, exp: now() - 61 })],
    ['a token without an expiry', () => tokenOf({ ...person, exp: undefined })],
    [
      'a token issued hours ago',
      () => tokenOf({ ...person, iat: now() - 7_200, exp: now() + 600 }),
    ],
    [
      'a token issued in the future',
      () => tokenOf({ ...person, iat: now() + 86_400, exp: now() + 90_000 }),
    ],
    ['an unverified email', () => tokenOf({ ...person, email_verified: false })],
    ['email_verified as a string', () => tokenOf({ ...person, email_verified: 'true' })],
    ['no email', () => tokenOf({ ...person, email: undefined })],
    ['no subject', () => tokenOf({ ...person, sub: undefined })],
    [
      'signed with a shared secret (HS256)',
      () => signed({ alg: 'HS256' }, Buffer.from('x'.repeat(32))),
    ],
    [
      'signed with the public key as the secret (HS256)',
      async () => signed({ alg: 'HS256', kid: (await published()).kid }, Buffer.from(await pem())),
    ],
    [
      'signed with the public modulus as the secret (HS256)',
      async () =>
        signed(
          { alg: 'HS256', kid: (await published()).kid },
          Buffer.from((await published()).n, 'base64url'),
        ),
    ],
    ['an unknown key id', async () => signed({ alg: 'RS256', kid: 'else' }, await ownKey())],
    [
      'signed with another key under Google’s key id',
      async () => signed({ alg: 'RS256', kid: (await published()).kid }, await ownKey()),
    ],
    ['a key embedded in the header (jwk)', withOwnKeyInside],
    ['a genuine signature over a changed payload', tampered],
  ];

  test.each(forgeries)('is rejected: %s', async (_name, forge) => {
    await register(person).catch(() => undefined);
    const before = await sessions();
    const answer = await product.app.inject({
      method: 'POST',
      url: '/api/Authentication/Login',
      payload: { email: person.email, loginType: 1, secretSignInKey: await forge() },
    });
    expect([answer.statusCode, answer.json()]).toEqual([
      400,
      expect.objectContaining({
        code: 'errors.account.login.invalid',
        title: 'Invalid credentials',
      }),
    ]);
    expect(await sessions()).toBe(before);
  });

  test('differs from a genuine one, which is accepted', async () => {
    await register(person).catch(() => undefined);
    const late = { iat: now() - 3_600, exp: now() - 50, iss: 'accounts.google.com' };
    for (const claims of [{}, late]) {
      await expect(signIn(await tokenOf({ ...person, ...claims }))).resolves.toBeDefined();
    }
  });
});

describe('without Google', () => {
  test('reports sign-in with Google as unavailable when no client is configured', async () => {
    const plain = await testApplication();
    const body = { loginType: LoginType.Gmail, secretSignInKey: await tokenOf(newClaims()) };
    await expect(plain.anyone.accounts.login({ body })).rejects.toEqual(
      code('account.login.googleUnavailable'),
    );
  });

  test('reports it as unavailable while the keys can’t be fetched', async () => {
    const away = await startGoogleSandbox();
    const variables = { GOOGLE_CLIENT_ID: clientId, GOOGLE_KEYS_URL: away.keysUrl };
    const cut = await testApplication(variables);
    const secretSignInKey = await away.sign({ aud: clientId, ...newClaims() });
    await away.close();
    await expect(
      cut.anyone.accounts.login({ body: { loginType: LoginType.Gmail, secretSignInKey } }),
    ).rejects.toEqual(code('account.login.googleUnavailable'));
  });

  test('reports it as unavailable on an invalid key set and keeps cached keys', async () => {
    let answer = { status: 503, body: '{"keys":[]}' };
    const keys = createServer((_, response) => response.writeHead(answer.status).end(answer.body));
    await new Promise<void>((resolve) => keys.listen(0, '127.0.0.1', resolve));
    const { port } = keys.address() as AddressInfo;
    const cut = await testApplication({
      GOOGLE_CLIENT_ID: clientId,
      GOOGLE_KEYS_URL: `http://127.0.0.1:${port}/`,
    });
    const attempt = async () => {
      const secretSignInKey = await tokenOf(newClaims());
      return cut.anyone.accounts.login({ body: { loginType: LoginType.Gmail, secretSignInKey } });
    };
    const unavailable = code('account.login.googleUnavailable');
    await expect(attempt()).rejects.toEqual(unavailable);
    for (const body of ['no document', '{"keys":"none"}']) {
      answer = { status: 200, body };
      await expect(attempt()).rejects.toEqual(unavailable);
    }
    answer = { status: 200, body: await (await fetch(google.keysUrl)).text() };
    await expect(attempt()).rejects.toEqual(code('account.login.nonexistent'));
    keys.close();
    keys.closeAllConnections();
    await expect(attempt()).rejects.toEqual(code('account.login.nonexistent'));
  });

  test.each(['https://evil.example/keys', 'http://127.0.0.1:80@evil.example/', 'keys'])(
    'refuses to start with another address for the keys: %s',
    (url) => {
      const variables = { GOOGLE_CLIENT_ID: clientId, GOOGLE_KEYS_URL: url };
      expect(() => readConfig(variables)).toThrow('GOOGLE_KEYS_URL');
    },
  );
});

test('the sandbox’s token-info endpoint reads a token like Google’s (R-GEN-01)', async () => {
  const person = newClaims();
  const info = (token: string) => fetch(`${google.tokenInfoUrl}?id_token=${token}`);
  const answer = await info(await tokenOf(person));
  expect(await answer.json()).toMatchObject({ ...person, email_verified: 'true', aud: clientId });
  expect((await info('garbage')).status).toBe(400);
});
