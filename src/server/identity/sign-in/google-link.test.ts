import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { LoginType } from '#contract/statuses.ts';
import { startGoogleSandbox } from '#sandbox/google/google.ts';
import { waitForMail } from '#server/identity/invitations/test/invitations.ts';
import {
  memberPassword as password,
  registerOwner,
  testApplication,
  toTestMember,
} from '#server/test/application.ts';

const google = await startGoogleSandbox();
afterAll(() => google.close());
const clientId = 'pregao.apps.googleusercontent.com';
const product = await testApplication({
  GOOGLE_CLIENT_ID: clientId,
  GOOGLE_KEYS_URL: google.keysUrl,
});
const { accounts } = product.anyone;
const { owner: rows } = product.open;
const code = (expected: string) => expect.objectContaining({ code: expected });
const newClaims = () => {
  const sub = randomUUID();
  return { sub, email: `${sub}@gmail.com`, given_name: 'Ana', family_name: 'Souza' };
};
const tokenOf = (claims: ReturnType<typeof newClaims>, aud = clientId) =>
  google.sign({ aud, ...claims });
const signIn = async (claims: ReturnType<typeof newClaims>) =>
  accounts.login({
    body: { loginType: LoginType.Gmail, secretSignInKey: await tokenOf(claims) },
  });

const linkedOwner = async () => {
  const [member, claims] = [await registerOwner(product), newClaims()];
  const secretSignInKey = await tokenOf(claims);
  await member.api.signIn.linkGoogle({ body: { secretSignInKey, password } });
  return { member, claims };
};

describe('linking Google (R-ACC-33)', () => {
  test('signs in to the account by Google and by password, with a log entry and an email', async () => {
    const { member, claims } = await linkedOwner();
    await expect(signIn(claims)).resolves.toMatchObject({ user: { id: member.user.id } });
    const body = { email: member.user.email, password };
    await expect(accounts.login({ body })).resolves.toBeDefined();
    expect(await member.api.signIn.getOwn()).toMatchObject({
      hasGoogle: true,
      canLinkGoogle: true,
    });
    await waitForMail(product, member.user.email, { containing: 'Google' });
    const { rows: entries } = await rows.query(
      `select actor_id, after from audit_log
       where action = 'user.changed' and target_id = $1 and after ? 'google_sub'`,
      [member.user.id],
    );
    expect(entries).toEqual([{ actor_id: member.user.id, after: { google_sub: '•••' } }]);
  });

  test('needs the password, a valid token, a confirmed account and a free Google account', async () => {
    const member = await registerOwner(product);
    const link = async (secretSignInKey: string, given = password) =>
      member.api.signIn.linkGoogle({ body: { secretSignInKey, password: given } });
    const { claims } = await linkedOwner();
    await expect(link(await tokenOf(newClaims()), 'not mine')).rejects.toEqual(
      code('account.login.invalid'),
    );
    for (const forged of ['no token', await tokenOf(newClaims(), 'another client')]) {
      await expect(link(forged)).rejects.toEqual(code('account.google.invalid'));
    }
    await expect(link(await tokenOf(claims))).rejects.toEqual(code('account.google.used'));
    await rows.query('update users set verified_at = null where id = $1', [member.user.id]);
    await expect(link(await tokenOf(newClaims()))).rejects.toEqual(
      code('account.login.unverified'),
    );
    await rows.query('update users set verified_at = now() where id = $1', [member.user.id]);
    await link(await tokenOf(newClaims()));
    await expect(link(await tokenOf(newClaims()))).rejects.toEqual(code('account.google.linked'));
  });

  test('gives one Google account that two people link at the same time to one of them', async () => {
    const people = await Promise.all([registerOwner(product), registerOwner(product)]);
    const secretSignInKey = await tokenOf(newClaims());
    const results = await Promise.allSettled(
      people.map(({ api }) => api.signIn.linkGoogle({ body: { secretSignInKey, password } })),
    );
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(results.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: code('account.google.used'),
    });
  });
});

describe('unlinking Google (R-ACC-34)', () => {
  test('ends sign-in by Google and the other sessions', async () => {
    const { member, claims } = await linkedOwner();
    const other = toTestMember(product, await signIn(claims));
    await expect(
      member.api.signIn.unlinkGoogle({ body: { password: 'not mine' } }),
    ).rejects.toEqual(code('account.login.invalid'));
    await member.api.signIn.unlinkGoogle({ body: { password } });
    await expect(signIn(claims)).rejects.toEqual(code('account.login.nonexistent'));
    await expect(other.api.users.getCurrent()).rejects.toEqual(code('unauthorized'));
    await expect(member.api.users.getCurrent()).resolves.toBeDefined();
  });

  test('is refused while it is the only way to sign in', async () => {
    const { member, claims } = await linkedOwner();
    await rows.query('update users set password_hash = null, login_type = 1 where id = $1', [
      member.user.id,
    ]);
    await expect(member.api.signIn.unlinkGoogle({ body: { password } })).rejects.toEqual(
      code('account.noPassword'),
    );
    // The offered link sets a password.
    const { email } = member.user;
    const { verifyToken: token = '' } = await accounts.reset({ params: { email } });
    const proof = { email, token, password, passwordConfirm: password };
    const again = toTestMember(product, await accounts.verify({ body: proof }));
    expect(await again.api.signIn.getOwn()).toMatchObject({ hasPassword: true, hasGoogle: true });
    await again.api.signIn.unlinkGoogle({ body: { password } });
    // An account with a password isn't linked by its address alone.
    await expect(signIn({ ...claims, email })).rejects.toEqual(code('account.login.invalid'));
  });
});
