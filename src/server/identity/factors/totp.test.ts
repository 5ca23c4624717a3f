import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { linkParameter, waitForMail } from '#server/identity/invitations/test/invitations.ts';
import { createEncryption } from '#server/platform/encryption.ts';
import type { SecretPurpose } from '#server/platform/secret-purposes.ts';
import {
  memberPassword,
  registerOwner,
  sharedApplication,
  toTestMember,
} from '#server/test/application.ts';
import { challengeOf, enrolledOwner, outcomesOf, refusalOf, totpCode } from './test/factors.ts';

const product = await sharedApplication();
const { factors, accounts } = product.anyone;
const { owner } = product.open;

const complete = (challenge: string, code: string) =>
  factors.completeSignIn({ body: { challenge, method: 'totp', code } });

const unreadable = { name: 'SecretUnreadable' };

describe('An authenticator app', () => {
  test('is in use once its first code is confirmed, and ends other sessions (R-MFA-01)', async () => {
    const person = await registerOwner(product);
    const { email } = person.user;
    const body = { email, password: memberPassword };
    const other = toTestMember(product, await accounts.login({ body }));
    const { setupKey: secret, uri } = await person.api.factors.startTotp();
    expect(uri).toContain(`secret=${secret}`);
    expect(uri).toContain(encodeURIComponent(email));
    await expect(accounts.login({ body })).resolves.toHaveProperty('token');
    for (const code of ['12345', '１２３４５６', '😀😀😀']) {
      const wrong = person.api.factors.confirmTotp({ body: { code } });
      expect((await refusalOf(wrong)).code).toBe('factors.invalidCode');
    }
    await person.api.factors.confirmTotp({ body: { code: totpCode(secret) } });
    expect((await refusalOf(other.api.users.getCurrent())).code).toBe('unauthorized');
    await expect(person.api.users.getCurrent()).resolves.toMatchObject({ email });
    expect((await person.api.factors.getAll()).totpSince).not.toBeNull();
    expect((await refusalOf(person.api.factors.startTotp())).code).toBe('factors.alreadyEnrolled');
  });

  test('is stored encrypted, for its account only (R-MFA-01)', async () => {
    const { user, secret } = await enrolledOwner(product);
    const { rows } = await owner.query<{ secret: Buffer }>(
      'select secret from totp_factors where user_id = $1',
      [user.id],
    );
    const stored = rows[0]?.secret ?? Buffer.alloc(0);
    expect(stored.toString('latin1')).not.toContain(secret);
    const { encryption } = product.context;
    const decrypt = (of: string, purpose: SecretPurpose = 'totp') =>
      encryption.decrypt({ purpose, of }, stored);
    await expect(decrypt(user.id)).resolves.toBe(secret);
    await expect(decrypt(product.context.config.operator.email)).rejects.toMatchObject(unreadable);
    await expect(decrypt(user.id, 'webhook')).rejects.toMatchObject(unreadable);
    const other = createEncryption({ encryptionKey: 'x'.repeat(32), dataDir: '' });
    await expect(other.decrypt({ purpose: 'totp', of: user.id }, stored)).rejects.toMatchObject(
      unreadable,
    );
  });

  test('is asked for at sign-in, and no session exists before (R-MFA-02)', async () => {
    const { user, secret } = await enrolledOwner(product);
    const body = { email: user.email, password: memberPassword };
    const before = await owner.query('select id from sessions where user_id = $1', [user.id]);
    const { code, status, params } = await refusalOf(accounts.login({ body }));
    expect({ code, status }).toEqual({ code: 'account.secondFactorRequired', status: 403 });
    expect(params['methods']).toEqual(['totp', 'recoveryCode']);
    const after = await owner.query('select id from sessions where user_id = $1', [user.id]);
    expect(after.rows).toEqual(before.rows);
    const session = await complete(String(params['challenge']), totpCode(secret));
    expect(session.user.id).toBe(user.id);
    const { rows } = await owner.query(
      'select methods from sessions where user_id = $1 order by id desc limit 1',
      [user.id],
    );
    expect(rows).toEqual([{ methods: ['password', 'totp'] }]);
  });

  test('accepts a code once, by concurrent requests with one challenge or several (R-MFA-02)', async () => {
    const { user, secret } = await enrolledOwner(product);
    const code = totpCode(secret);
    const one = await challengeOf(product, user.email);
    const same = await outcomesOf(Array.from({ length: 10 }, () => complete(one, code)));
    expect(same.succeeded).toBe(1);
    const several = await Promise.all(
      Array.from({ length: 10 }, () => challengeOf(product, user.email)),
    );
    const next = totpCode(secret, 1);
    const raced = await outcomesOf(several.map((challenge) => complete(challenge, next)));
    expect(raced.succeeded).toBe(1);
    expect(new Set(raced.refusals)).toEqual(new Set(['factors.invalidCode']));
    // An older code than the last accepted one, though its time is not over.
    const late = complete(await challengeOf(product, user.email), code);
    expect((await refusalOf(late)).code).toBe('factors.invalidCode');
  });

  test('accepts the codes of one step before and after only (R-MFA-02)', async () => {
    const { user, secret } = await enrolledOwner(product);
    const challenge = await challengeOf(product, user.email);
    for (const steps of [-3, 3]) {
      const code = totpCode(secret, steps);
      expect((await refusalOf(complete(challenge, code))).code).toBe('factors.invalidCode');
    }
    await expect(complete(challenge, totpCode(secret, 1))).resolves.toHaveProperty('token');
  });
});

/** Returns what a first factor alone must not change: the account, its sessions, memberships and organizations. */
const traces = async (id: string) => {
  const { rows } = await owner.query(
    `select users.*, (select count(*) from sessions where user_id = $1 and revoked_at is null) as sessions,
       (select jsonb_agg(m order by m.id) from memberships m where m.user_id = $1) as memberships,
       (select jsonb_agg(t.name order by t.id) from tenants t join memberships m on m.tenant_id = t.id
        where m.user_id = $1) as organizations
     from users where id = $1`,
    [id],
  );
  return rows[0];
};

describe('A pending sign-in', () => {
  test('is completed once, and not after ten minutes (R-MFA-02)', async () => {
    const { user, secret } = await enrolledOwner(product);
    const used = await challengeOf(product, user.email);
    await complete(used, totpCode(secret));
    const expired = await challengeOf(product, user.email);
    await owner.query(
      `update tokens set expires_at = expires_at - interval '10 minutes' where user_id = $1 and used_at is null`,
      [user.id],
    );
    for (const challenge of [used, expired, randomBytes(32).toString('base64url'), 'x']) {
      const refusal = await refusalOf(complete(challenge, totpCode(secret, 1)));
      expect(refusal.code).toBe('factors.challengeExpired');
    }
  });

  test('ends when the password changes, and works for no other purpose (R-MFA-02)', async () => {
    const person = await enrolledOwner(product);
    const { email } = person.user;
    const challenge = await challengeOf(product, email);
    const chosen = { password: 'a password of tests', passwordConfirm: 'a password of tests' };
    const misused = accounts.verify({ body: { email, token: challenge, ...chosen } });
    expect((await refusalOf(misused)).code).toBe('account.verify.invalid');
    await person.api.users.updatePassword({
      body: {
        passwordCurrent: memberPassword,
        passwordNew: chosen.password,
        passwordConfirm: chosen.password,
      },
    });
    const late = complete(challenge, totpCode(person.secret));
    expect((await refusalOf(late)).code).toBe('factors.challengeExpired');
  });

  test('precedes a reset, which changes nothing without the second factor (R-MFA-02)', async () => {
    const { user, secret, token, api } = await enrolledOwner(product);
    const { email } = user;
    const { verifyToken = '' } = await accounts.reset({ params: { email } });
    const chosen = { password: 'another of the tests', passwordConfirm: 'another of the tests' };
    const more = { company: 'Of a thief', firstName: 'A', lastName: 'Thief' };
    const body = { email, token: verifyToken, ...chosen, ...more };
    const before = await traces(user.id);
    const { code, params } = await refusalOf(accounts.verify({ body }));
    expect(code).toBe('account.secondFactorRequired');
    expect(await traces(user.id)).toEqual(before);
    await expect(api.users.getCurrent()).resolves.toMatchObject({ id: user.id });
    const completed = await complete(String(params['challenge']), totpCode(secret));
    expect(params['repeats']).toBe(1);
    const own = product.callerOf({ authorization: `Bearer ${completed.token}` });
    const session = await own.accounts.verify({ body });
    expect(session).toMatchObject({
      token: completed.token,
      user: { email, firstName: user.firstName },
    });
    expect((await refusalOf(api.users.getCurrent())).code).toBe('unauthorized');
    const again = accounts.login({ body: { email, password: chosen.password } });
    expect((await refusalOf(again)).code).toBe('account.secondFactorRequired');
    expect((await refusalOf(own.accounts.verify({ body }))).code).toBe('account.verify.invalid');
    expect(token).not.toBe(completed.token);
  });

  test('precedes a reset also for the session of another person, or one that is not recent', async () => {
    const { user, token } = await enrolledOwner(product);
    const stranger = await registerOwner(product);
    const { verifyToken = '' } = await accounts.reset({ params: { email: user.email } });
    const chosen = { password: 'another of the tests', passwordConfirm: 'another of the tests' };
    const body = { email: user.email, token: verifyToken, ...chosen };
    await owner.query(
      `update sessions set authenticated_at = now() - interval '1 hour' where user_id = $1`,
      [user.id],
    );
    const before = await traces(user.id);
    for (const by of [token, stranger.headers['authorization']?.slice('Bearer '.length)]) {
      const api = product.callerOf({ authorization: `Bearer ${by}` });
      const { code } = await refusalOf(api.accounts.verify({ body }));
      expect(code).toBe('account.secondFactorRequired');
    }
    expect(await traces(user.id)).toEqual(before);
  });

  test('precedes accepting an invitation and joining by a link (R-MFA-02)', async () => {
    const inviter = await registerOwner(product);
    const { user, secret } = await enrolledOwner(product);
    await inviter.api.invitations.invite({
      body: { email: user.email, firstName: 'Ana', lastName: 'Souza', role: 2 },
    });
    const mail = await waitForMail(product, user.email);
    const token = linkParameter(mail, 'i');
    const body = { email: user.email, password: memberPassword };
    const before = await traces(user.id);
    const refusal = await refusalOf(product.anyone.invitations.accept({ params: { token }, body }));
    expect(refusal.code).toBe('account.secondFactorRequired');
    expect(await traces(user.id)).toEqual(before);
    const session = await complete(String(refusal.params['challenge']), totpCode(secret));
    expect(session.user.tenants).toHaveLength(1);
    const own = product.callerOf({ authorization: `Bearer ${session.token}` });
    const joined = await own.invitations.accept({ params: { token }, body });
    expect(joined.user.tenants).toHaveLength(2);

    const { api } = await registerOwner(product);
    const settings = { enableLink: true, enablePublicUrl: true, requireAcceptance: false };
    const { link } = await api.invitations.updateSettings({ body: settings });
    const request = { params: { token: link }, body };
    const known = await traces(user.id);
    const asked = await refusalOf(product.anyone.invitations.requestAccess(request));
    expect(asked.code).toBe('account.secondFactorRequired');
    expect(await traces(user.id)).toEqual(known);
    await own.invitations.requestAccess(request);
    expect((await own.users.getCurrent()).tenants).toHaveLength(3);
  });
});
