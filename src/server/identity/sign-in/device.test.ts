import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { SignInReply } from '#contract/users.ts';
import { linkParameter, waitForMail } from '#server/identity/invitations/test/invitations.ts';
import { jobsDone } from '#server/platform/jobs/test/jobs.ts';
import {
  memberPassword as password,
  registerOwner,
  sharedApplication,
  toTestMember,
} from '#server/test/application.ts';

const product = await sharedApplication();
const { accounts, signIn } = product.anyone;
const { owner: rows } = product.open;
const code = (expected: string) => expect.objectContaining({ code: expected });
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

/** Signs in with a browser; returns the session and its cookie. */
const signInWith = async (email: string, headers: Record<string, string> = {}) => {
  const answer = await product.app.inject({
    method: 'POST',
    url: '/api/Authentication/Login',
    payload: { email, password },
    headers,
  });
  expect(answer.statusCode).toBe(200);
  const cookie = String(answer.headers['set-cookie']).split(';')[0] ?? '';
  return { ...toTestMember(product, answer.json() as SignInReply), cookie };
};
const noticesTo = async (email: string) => {
  const mails = (await product.app.inject(`/sandbox/mail.json?to=${email}`)).json() as {
    text: string;
  }[];
  return mails.filter(({ text }) => text.includes('/account/secure?')).length;
};

describe('a sign-in on a new device (R-ACC-35)', () => {
  test('sends one email, with time and browser', async () => {
    const { user } = await registerOwner(product);
    const { cookie } = await signInWith(user.email, { 'user-agent': firefox });
    const mail = await waitForMail(product, user.email, { containing: '/account/secure?' });
    expect(mail.text).toContain('Firefox, Linux');
    expect(mail.text).toContain('UTC');
    expect(mail.text).not.toContain('127.0.0.1');
    await signInWith(user.email, { 'user-agent': `${firefox} of a later version`, cookie });
    await signInWith(user.email, { 'user-agent': firefox });
    await jobsDone(product);
    expect(await noticesTo(user.email)).toBe(1);
  });

  test('sends no email for the first session, a mailed link or a refused password', async () => {
    const { user } = await registerOwner(product);
    const { verifyToken: token = '' } = await accounts.reset({ params: { email: user.email } });
    await product.app.inject({
      method: 'POST',
      url: '/api/Authentication/Verify',
      payload: { email: user.email, token, password, passwordConfirm: password },
      headers: { 'user-agent': firefox },
    });
    await expect(
      accounts.login({ body: { email: user.email, password: 'not mine' } }),
    ).rejects.toEqual(code('account.login.invalid'));
    await jobsDone(product);
    expect(await noticesTo(user.email)).toBe(0);
  });

  test('sends an email again after 90 days', async () => {
    const { user } = await registerOwner(product);
    const { cookie } = await signInWith(user.email, { 'user-agent': firefox });
    await waitForMail(product, user.email, { containing: '/account/secure?' });
    await rows.query(
      `update sessions set created_at = now() - interval '91 days'
       where user_id = $1 and user_agent = $2`,
      [user.id, firefox],
    );
    await signInWith(user.email, { 'user-agent': firefox, cookie });
    await waitForMail(product, user.email, { containing: '/account/secure?', count: 2 });
    expect(await noticesTo(user.email)).toBe(2);
  });
});

describe('the link of the notification (R-ACC-36)', () => {
  const secureToken = async (email: string) => {
    await signInWith(email, { 'user-agent': `${firefox} ${randomUUID()}` });
    const mail = await waitForMail(product, email, { containing: '/account/secure?' });
    return linkParameter(mail, 't');
  };

  test('ends every access and starts a reset, also after the email was changed', async () => {
    const member = await registerOwner(product);
    const { email } = member.user;
    const token = await secureToken(email);
    const next = `${randomUUID()}@example.com`;
    await member.api.signIn.requestEmail({ body: { email: next, password } });
    const confirmation = await waitForMail(product, next, { containing: '/account/email?t=' });
    await member.api.signIn.confirmEmail({ body: { token: linkParameter(confirmation, 't') } });
    await expect(signIn.secure({ body: { token } })).resolves.toEqual({ email, ended: [] });
    await expect(member.api.users.getCurrent()).rejects.toEqual(code('unauthorized'));
    await expect(accounts.login({ body: { email, password } })).rejects.toEqual(
      code('account.login.invalid'),
    );
    const reset = await waitForMail(product, email, { containing: '/account/reset?' });
    const proof = { email, token: linkParameter(reset, 't'), password, passwordConfirm: password };
    const { user } = await accounts.verify({ body: proof });
    expect(user).toMatchObject({ id: member.user.id, email });
  });

  test('is refused when guessed, used, expired or for another purpose', async () => {
    const { user } = await registerOwner(product);
    const token = await secureToken(user.email);
    const invalid = code('account.verify.invalid');
    await expect(signIn.secure({ body: { token: 'guessed' } })).rejects.toEqual(invalid);
    await expect(signIn.undoEmail({ body: { token } })).rejects.toEqual(invalid);
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, () => signIn.secure({ body: { token } })),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const other = await registerOwner(product);
    const expired = await secureToken(other.user.email);
    await rows.query(`update tokens set expires_at = now() where purpose = 'secure'`);
    await expect(signIn.secure({ body: { token: expired } })).rejects.toEqual(invalid);
  });
});
