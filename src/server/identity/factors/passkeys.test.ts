import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { waitForMail } from '#server/identity/invitations/test/invitations.ts';
import { createTestUser } from '#server/identity/members/test/organizations.ts';
import {
  registerOwner,
  testApplication,
  toTestMember,
  type TestApplication,
  type TestMember,
} from '#server/test/application.ts';
import { createAuthenticator } from './test/authenticator.ts';
import { challengeOf, enrolledOwner, outcomesOf, refusalOf } from './test/factors.ts';

const product = await testApplication({ INSTANCES: '1' });
// Browsers have passkeys at secure addresses alone.
product.context.origin = () => 'https://pregao.test';
const { factors } = product.anyone;
const { owner } = product.open;

const name = 'A phone';

/** Adds a passkey to a person's account. */
const addPasskey = async ({ api }: Pick<TestMember, 'api'>) => {
  const authenticator = createAuthenticator();
  const passkey = authenticator.create(await api.factors.startPasskey());
  const { recoveryCodes } = await api.factors.addPasskey({ body: { name, passkey } });
  return { authenticator, recoveryCodes };
};

const ownerWithPasskey = async () => {
  const person = await registerOwner(product);
  return { ...person, ...(await addPasskey(person)) };
};

const startSignIn = () => factors.startPasskeySignIn({ body: {} });
type Assertion = ReturnType<ReturnType<typeof createAuthenticator>['get']>;
const signIn = (passkey: Assertion) => factors.signInWithPasskey({ body: { passkey } });

/** Answers for which the browser or the authenticator was deceived. */
const deceptions = [
  ['another origin', { origin: 'https://pregao.example' }],
  ['another port of the origin', { origin: 'https://pregao.test:81' }],
  ['another relying party', { rpID: 'pregao.example' }],
  ['another challenge', { challenge: randomBytes(32).toString('base64url') }],
  ['no verification of the person', { isVerified: false }],
] as const;

describe('A passkey', () => {
  test('is discoverable and verifies the person (R-MFA-10)', async () => {
    const { api } = await registerOwner(product);
    expect(await api.factors.startPasskey()).toMatchObject({
      rp: { id: 'pregao.test' },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    expect(await startSignIn()).toMatchObject({
      rpId: 'pregao.test',
      userVerification: 'required',
      allowCredentials: [],
    });
  });

  test('is added, renamed, listed and removed, and the owner receives an email (R-MFA-10, R-MFA-07)', async () => {
    const { api, user, recoveryCodes, authenticator } = await ownerWithPasskey();
    expect(recoveryCodes).toHaveLength(10);
    const [passkey] = (await api.factors.getAll()).passkeys;
    expect(passkey).toMatchObject({ name, lastUsedAt: null, backedUp: false });
    const params = { id: passkey?.id ?? '' };
    await api.factors.updatePasskey({ params, body: { name: 'My key' } });
    await signIn(authenticator.get(await startSignIn()));
    const [used] = (await api.factors.getAll()).passkeys;
    expect(used).toMatchObject({ name: 'My key', lastUsedAt: expect.any(String) });
    const stranger = await registerOwner(product);
    for (const call of [
      () => stranger.api.factors.removePasskey({ params }),
      () => stranger.api.factors.updatePasskey({ params, body: { name } }),
    ]) {
      expect((await refusalOf(call())).code).toBe('notFound');
    }
    await api.factors.removePasskey({ params });
    expect((await refusalOf(signIn(authenticator.get(await startSignIn())))).code).toBe(
      'factors.passkeyRefused',
    );
    await waitForMail(product, user.email, { containing: 'Você já pode entrar com esta chave' });
    await waitForMail(product, user.email, { containing: 'não serve mais para entrar' });
    const { rows } = await owner.query<{ action: string }>(
      `select action, before, after from audit_log where person_id = $1 and action like 'passkey.%' order by id`,
      [user.id],
    );
    expect(rows.map(({ action }) => action)).toEqual([
      'passkey.created',
      'passkey.changed',
      'passkey.removed',
    ]);
    expect(JSON.stringify(rows)).toContain('•••');
  });

  test.each(deceptions)('is not added with %s (R-MFA-10)', async (_what, situation) => {
    const { api } = await registerOwner(product);
    const passkey = createAuthenticator().create(await api.factors.startPasskey(), situation);
    const refusal = await refusalOf(api.factors.addPasskey({ body: { name, passkey } }));
    expect(refusal.code).toBe('factors.passkeyRefused');
    expect((await api.factors.getAll()).passkeys).toEqual([]);
  });

  test('is added for one challenge, of its owner, and to one account (R-MFA-10)', async () => {
    const [person, other] = [await registerOwner(product), await registerOwner(product)];
    const options = await person.api.factors.startPasskey();
    const authenticator = createAuthenticator();
    const body = { name, passkey: authenticator.create(options) };
    expect((await refusalOf(other.api.factors.addPasskey({ body }))).code).toBe(
      'factors.passkeyRefused',
    );
    await person.api.factors.addPasskey({ body });
    expect((await refusalOf(person.api.factors.addPasskey({ body }))).code).toBe(
      'factors.passkeyRefused',
    );
    const copied = authenticator.create(await other.api.factors.startPasskey());
    const copy = other.api.factors.addPasskey({ body: { name, passkey: copied } });
    expect((await refusalOf(copy)).code).toBe('factors.passkeyRefused');
  });
});

describe('Sign-in with a passkey alone', () => {
  test('opens a session that needs no second factor and is recent (R-MFA-11)', async () => {
    const { user, authenticator } = await ownerWithPasskey();
    const session = await signIn(authenticator.get(await startSignIn()));
    expect(session.user.id).toBe(user.id);
    const { api } = toTestMember(product, session);
    await expect(api.factors.replaceRecoveryCodes()).resolves.toHaveProperty('recoveryCodes');
    const { rows } = await owner.query(
      'select methods from sessions where user_id = $1 order by id desc limit 1',
      [user.id],
    );
    expect(rows).toEqual([{ methods: ['passkey'] }]);
  });

  test.each(deceptions)('is refused with %s (R-MFA-10)', async (_what, situation) => {
    const { authenticator } = await ownerWithPasskey();
    const answer = authenticator.get(await startSignIn(), situation);
    expect((await refusalOf(signIn(answer))).code).toBe('factors.passkeyRefused');
  });

  test('is refused with a used or expired challenge, by concurrent requests too (R-MFA-10)', async () => {
    const { authenticator } = await ownerWithPasskey();
    const answer = authenticator.get(await startSignIn());
    const raced = await outcomesOf(Array.from({ length: 8 }, () => signIn(answer)));
    expect(raced.succeeded).toBe(1);
    expect(new Set(raced.refusals)).toEqual(new Set(['factors.passkeyRefused']));
    const options = await startSignIn();
    await owner.query(
      `update passkey_challenges set expires_at = expires_at - interval '10 minutes'`,
    );
    const late = signIn(authenticator.get(options));
    expect((await refusalOf(late)).code).toBe('factors.passkeyRefused');
  });

  test('is refused with a counter that was used, a foreign signature or account (R-MFA-10)', async () => {
    const { authenticator } = await ownerWithPasskey();
    await signIn(authenticator.get(await startSignIn(), { counter: 10 }));
    const copied = authenticator.get(await startSignIn(), { counter: 10 });
    expect((await refusalOf(signIn(copied))).code).toBe('factors.passkeyRefused');
    const other = (await ownerWithPasskey()).authenticator;
    const options = await startSignIn();
    const mixed = { ...authenticator.get(options), response: other.get(options).response };
    expect((await refusalOf(signIn(mixed))).code).toBe('factors.passkeyRefused');
    const { response, ...own } = authenticator.get(await startSignIn(), { counter: 20 });
    const forged = { ...own, response: { ...response, userHandle: 'b3RoZXI' } };
    expect((await refusalOf(signIn(forged))).code).toBe('factors.passkeyRefused');
    await expect(
      signIn(authenticator.get(await startSignIn(), { counter: 21 })),
    ).resolves.toHaveProperty('token');
  });

  test('is refused for an account that was closed (R-MFA-11)', async () => {
    const { user, authenticator } = await ownerWithPasskey();
    await owner.query('update users set active = false where id = $1', [user.id]);
    const answer = authenticator.get(await startSignIn());
    expect((await refusalOf(signIn(answer))).code).toBe('account.login.invalid');
  });
});

describe('A passkey as second factor', () => {
  const complete = (challenge: string, passkey: Assertion) =>
    factors.completeSignIn({ body: { challenge, method: 'passkey', passkey } });

  test('completes a sign-in with a password, with a challenge for that (R-MFA-11)', async () => {
    const { user, authenticator } = await ownerWithPasskey();
    const challenge = await challengeOf(product, user.email);
    const options = await factors.startPasskeySignIn({ body: { challenge } });
    expect(options).toMatchObject({ allowCredentials: [{ transports: ['internal'] }] });
    const misused = authenticator.get(options);
    expect((await refusalOf(signIn(misused))).code).toBe('factors.passkeyRefused');
    const alone = complete(challenge, authenticator.get(await startSignIn()));
    expect((await refusalOf(alone)).code).toBe('factors.passkeyRefused');
    const again = await factors.startPasskeySignIn({ body: { challenge } });
    await expect(complete(challenge, authenticator.get(again))).resolves.toHaveProperty('token');
    const late = factors.startPasskeySignIn({ body: { challenge } });
    expect((await refusalOf(late)).code).toBe('factors.challengeExpired');
  });

  test('of another account completes nothing (R-MFA-11)', async () => {
    const { user } = await enrolledOwner(product);
    const { authenticator } = await ownerWithPasskey();
    const challenge = await challengeOf(product, user.email);
    const options = await factors.startPasskeySignIn({ body: { challenge } });
    const foreign = complete(challenge, authenticator.get(options));
    expect((await refusalOf(foreign)).code).toBe('factors.passkeyRefused');
  });

  test('permits sensitive calls, with a challenge for that (R-MFA-08)', async () => {
    const { api, user, authenticator } = await ownerWithPasskey();
    expect(await api.factors.getStepUpMethods()).toEqual({ methods: ['passkey', 'recoveryCode'] });
    await owner.query('update sessions set authenticated_at = null where user_id = $1', [user.id]);
    const stepUp = (passkey: Assertion) =>
      api.factors.stepUp({ body: { method: 'passkey', passkey } });
    const misused = stepUp(authenticator.get(await startSignIn()));
    expect((await refusalOf(misused)).code).toBe('factors.passkeyRefused');
    await stepUp(authenticator.get(await api.factors.startPasskeyStepUp()));
    await expect(api.factors.replaceRecoveryCodes()).resolves.toHaveProperty('recoveryCodes');
  });
});

test('the last way to sign in is not removed, by concurrent requests either (R-MFA-12)', async () => {
  // Without a password and without Google.
  const person = await createTestUser(product);
  await addPasskey(person);
  await addPasskey(person);
  const { passkeys } = await person.api.factors.getAll();
  const removals = await outcomesOf(
    passkeys.map(({ id }) => person.api.factors.removePasskey({ params: { id } })),
  );
  expect(removals).toEqual({ succeeded: 1, refusals: ['factors.lastSignInMethod'] });
  const withPassword = await ownerWithPasskey();
  const [own] = (await withPassword.api.factors.getAll()).passkeys;
  const params = { id: own?.id ?? '' };
  await expect(withPassword.api.factors.removePasskey({ params })).resolves.toBeNull();
});

test('a product without a host name or without https has no passkeys (R-MFA-10)', async () => {
  const { origin }: TestApplication['context'] = product.context;
  const { api } = await registerOwner(product);
  for (const address of ['https://192.0.2.1:3000', 'http://pregao.test', 'http://localhost.test']) {
    product.context.origin = () => address;
    expect((await api.factors.getAll()).supportsPasskeys).toBe(false);
    expect((await refusalOf(startSignIn())).code).toBe('factors.passkeysUnavailable');
    expect((await refusalOf(api.factors.startPasskey())).code).toBe('factors.passkeysUnavailable');
  }
  product.context.origin = () => 'http://localhost:3000';
  expect((await api.factors.getAll()).supportsPasskeys).toBe(true);
  product.context.origin = origin;
});
