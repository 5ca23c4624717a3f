import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { PolicyMethod } from '#contract/calls/policies.ts';
import { enroll, refusalOf, totpCode } from '#server/identity/factors/test/factors.ts';
import { linkParameter, waitForMail } from '#server/identity/invitations/test/invitations.ts';
import { tokenHash } from '#server/platform/http/contract/guard.ts';
import { jobsDone } from '#server/platform/jobs/test/jobs.ts';
import {
  memberPassword as password,
  registerOwner,
  signInOperator,
  sharedApplication,
  toTestMember,
  type TestMember,
} from '#server/test/application.ts';

const product = await sharedApplication();
const { signIn } = product.anyone;
const { owner: rows } = product.open;
const code = (expected: string) => expect.objectContaining({ code: expected });
const invalid = code('account.verify.invalid');
const allow = ({ api }: TestMember, signInMethods: PolicyMethod[] | null) =>
  api.policies.update({
    body: { sessionHours: null, idleHours: null, emailDomains: null, signInMethods },
  });
const openOwner = async () => {
  const member = await registerOwner(product);
  await allow(member, ['password', 'link']);
  return member;
};
const mailedToken = async (email: string, count = 1) => {
  await signIn.requestLink({ body: { email } });
  const mail = await waitForMail(product, email, { containing: '/account/link?', count });
  return linkParameter(mail, 't');
};
const linksTo = async (email: string) => {
  const { rows: found } = await rows.query(
    `select from tokens join users on users.id = user_id where purpose = 'link' and email = $1`,
    [email],
  );
  return found.length;
};

describe('a link by email (R-ACC-37)', () => {
  test('is sent only where an organization allows it, with the same reply', async () => {
    const [allowed, other] = [await openOwner(), await registerOwner(product)];
    const operator = await signInOperator(product);
    const addresses = [allowed, other, operator].map(({ user }) => user.email);
    addresses.push(`${randomUUID()}@example.com`);
    const replies: unknown[] = [];
    for (const email of addresses) {
      const answer = await product.app.inject({
        method: 'POST',
        url: '/api/SignIn/RequestLink',
        payload: { email },
      });
      replies.push([answer.statusCode, answer.body]);
    }
    expect(new Set(replies.map((reply) => JSON.stringify(reply)))).toEqual(
      new Set([JSON.stringify([204, ''])]),
    );
    await jobsDone(product);
    expect(await Promise.all(addresses.map(linksTo))).toEqual([1, 0, 0, 0]);
  });

  test('is not sent to an unconfirmed or deactivated account', async () => {
    for (const change of ['verified_at = null', 'active = false']) {
      const { user } = await openOwner();
      await rows.query(`update users set ${change} where id = $1`, [user.id]);
      await signIn.requestLink({ body: { email: user.email } });
      await jobsDone(product);
      expect(await linksTo(user.email)).toBe(0);
    }
  });
});

describe('the link (R-ACC-38)', () => {
  test('signs in once, also of parallel requests, and is logged with its person', async () => {
    const { user } = await openOwner();
    const token = await mailedToken(user.email);
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, () => signIn.openLink({ body: { token } })),
    );
    const opened = results.flatMap((result) =>
      result.status === 'fulfilled' ? [result.value] : [],
    );
    expect(opened).toHaveLength(1);
    expect(results.find(({ status }) => status === 'rejected')).toMatchObject({ reason: invalid });
    expect(opened[0]?.user.id).toBe(user.id);
    const { rows: sessions } = await rows.query(
      'select methods from sessions where token_hash = $1',
      [tokenHash(opened[0]?.token ?? '')],
    );
    expect(sessions).toEqual([{ methods: ['link'] }]);
  });

  test('expires after 15 minutes, and is refused when guessed or for another purpose', async () => {
    const { user } = await openOwner();
    const token = await mailedToken(user.email);
    const { rows: lifetimes } = await rows.query<{ minutes: number }>(
      `select round(extract(epoch from expires_at - now()) / 60)::int as minutes
       from tokens where token_hash = $1`,
      [tokenHash(token)],
    );
    expect(lifetimes).toEqual([{ minutes: 15 }]);
    const proof = { email: user.email, token, password, passwordConfirm: password };
    await expect(product.anyone.accounts.verify({ body: proof })).rejects.toEqual(invalid);
    await expect(signIn.openLink({ body: { token: 'guessed' } })).rejects.toEqual(invalid);
    await rows.query('update tokens set expires_at = now() where token_hash = $1', [
      tokenHash(token),
    ]);
    await expect(signIn.openLink({ body: { token } })).rejects.toEqual(invalid);
  });

  test('ends when another one has signed in, also in parallel', async () => {
    const { user } = await openOwner();
    const older = await mailedToken(user.email);
    const newer = await mailedToken(user.email, 2);
    await signIn.openLink({ body: { token: newer } });
    await expect(signIn.openLink({ body: { token: older } })).rejects.toEqual(invalid);

    const tokens: string[] = [];
    for (const count of [3, 4, 5, 6]) tokens.push(await mailedToken(user.email, count));
    const results = await Promise.allSettled(
      tokens.map((token) => signIn.openLink({ body: { token } })),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const reasons = results.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
    expect(reasons).toEqual(Array.from({ length: 3 }, () => invalid));
  });

  test('ends when another one has signed in with a second factor, not before', async () => {
    const { secret, user } = await enroll(await openOwner());
    const [older, newer] = [await mailedToken(user.email), await mailedToken(user.email, 2)];
    const asked = await refusalOf(signIn.openLink({ body: { token: newer } }));
    expect(asked.code).toBe('account.secondFactorRequired');
    expect(await linksTo(user.email)).toBe(2);
    const proof = { method: 'totp', code: totpCode(secret) } as const;
    await product.anyone.factors.completeSignIn({
      body: { challenge: String(asked.params['challenge']), ...proof },
    });
    await expect(signIn.openLink({ body: { token: older } })).rejects.toEqual(invalid);
  });

  test('ends when a password is set or the organization no longer allows it', async () => {
    const member = await openOwner();
    const token = await mailedToken(member.user.email);
    await member.api.users.updatePassword({
      body: { passwordCurrent: password, passwordNew: password, passwordConfirm: password },
    });
    await expect(signIn.openLink({ body: { token } })).rejects.toEqual(invalid);
    const second = await mailedToken(member.user.email, 2);
    await allow(member, null);
    await expect(signIn.openLink({ body: { token: second } })).rejects.toEqual(invalid);
  });

  test('opens only the organizations that allow it', async () => {
    const member = await openOwner();
    const session = toTestMember(
      product,
      await signIn.openLink({ body: { token: await mailedToken(member.user.email) } }),
    );
    await expect(session.api.tenants.getCurrent()).resolves.toBeDefined();
    await allow(member, ['password']);
    await expect(session.api.tenants.getCurrent()).rejects.toEqual(code('policy.signInMethod'));
  });
});
