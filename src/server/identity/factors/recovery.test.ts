import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { waitForMail } from '#server/identity/invitations/test/invitations.ts';
import { openTestSession } from '#server/identity/operators/test/operators.ts';
import { memberPassword, registerOwner, sharedApplication } from '#server/test/application.ts';
import { challengeOf, enrolledOwner, outcomesOf, refusalOf, totpCode } from './test/factors.ts';

const product = await sharedApplication();
const { owner } = product.open;

const recover = (challenge: string, code = '') =>
  product.anyone.factors.completeSignIn({ body: { challenge, method: 'recoveryCode', code } });

describe('Recovery codes', () => {
  test('are ten, shown once with the first factor, and stored as slow hashes (R-MFA-03)', async () => {
    const { api, user, recoveryCodes } = await enrolledOwner(product);
    expect(new Set(recoveryCodes).size).toBe(10);
    for (const code of recoveryCodes) expect(code).toMatch(/^[a-z2-9]{5}-[a-z2-9]{5}$/);
    const { rows } = await owner.query<{ row: string }>(
      'select recovery_codes::text as row from recovery_codes where user_id = $1',
      [user.id],
    );
    expect(rows).toHaveLength(10);
    const stored = JSON.stringify([rows, await api.factors.getAll()]);
    for (const code of recoveryCodes) {
      expect(stored).not.toContain(code);
      expect(stored).not.toContain(code.replace('-', ''));
    }
    expect((await api.factors.getAll()).recoveryCodes).toBe(10);
  });

  test('each sign in once, by concurrent requests too, and the owner receives an email (R-MFA-03, R-MFA-07)', async () => {
    const { api, user, recoveryCodes } = await enrolledOwner(product);
    const challenges = await Promise.all(
      Array.from({ length: 6 }, () => challengeOf(product, user.email)),
    );
    const raced = await outcomesOf(challenges.map((each) => recover(each, recoveryCodes[0])));
    expect(raced.succeeded).toBe(1);
    expect(new Set(raced.refusals)).toEqual(new Set(['factors.invalidCode']));
    const [, ...left] = challenges;
    const typed = ` ${recoveryCodes[1]?.toUpperCase().replace('-', ' ')} `;
    const attempts = await outcomesOf(left.map((each) => recover(each, typed)));
    expect(attempts.succeeded).toBe(1);
    expect((await api.factors.getAll()).recoveryCodes).toBe(8);
    await waitForMail(product, user.email, { containing: 'recuperação acaba', count: 2 });
  });

  test('are those of the newest set only, and of their account (R-MFA-03)', async () => {
    const { api, user, recoveryCodes } = await enrolledOwner(product);
    const other = await enrolledOwner(product);
    const { recoveryCodes: replaced } = await api.factors.replaceRecoveryCodes();
    expect(replaced).toHaveLength(10);
    const challenge = await challengeOf(product, user.email);
    for (const code of [recoveryCodes[0], other.recoveryCodes[0], '', 'x', undefined]) {
      const refusal = await refusalOf(recover(challenge, code));
      expect(['factors.invalidCode', 'validation']).toContain(refusal.code);
    }
    await expect(recover(challenge, replaced[0])).resolves.toHaveProperty('token');
  });

  test('are not for accounts without a second factor (R-MFA-03)', async () => {
    const { api } = await registerOwner(product);
    expect((await refusalOf(api.factors.replaceRecoveryCodes())).code).toBe('factors.notEnrolled');
  });
});

/** Sends a request from a browser with this cookie. */
const send = (path: string, payload: object, cookie = '') =>
  product.app.inject({
    method: 'POST',
    url: `/api${path}`,
    payload,
    headers: { cookie, 'user-agent': 'A browser of the tests' },
  });

/** Signs in with the second factor on a new browser, which is then remembered; returns its cookie. */
const remember = async ({ email, code }: { email: string; code: string | undefined }) => {
  const challenge = await challengeOf(product, email);
  const body = { challenge, method: 'recoveryCode', code, remember: true };
  const reply = await send('/Authentication/CompleteSignIn', body);
  expect(reply.statusCode).toBe(200);
  return String(reply.headers['set-cookie']).split(';')[0] ?? '';
};

const signIn = (email: string, cookie: string, password = memberPassword) =>
  send('/Authentication/Login', { email, password }, cookie);

describe('A remembered device', () => {
  test('is not asked for the second factor, until it is forgotten (R-MFA-05)', async () => {
    const { api, user, recoveryCodes } = await enrolledOwner(product);
    const { email } = user;
    const cookie = await remember({ email, code: recoveryCodes[0] });
    const { token } = (await signIn(email, cookie)).json<{ token: string }>();
    const remembered = product.callerOf({ authorization: `Bearer ${token}` });
    const sensitive = await refusalOf(remembered.factors.removeTotp());
    expect(sensitive.code).toBe('access.stepUpRequired');
    expect((await signIn(email, cookie, 'another one')).statusCode).toBe(400);
    expect((await signIn(email, `device=${'a'.repeat(43)}`)).statusCode).toBe(403);
    const { devices } = await api.factors.getAll();
    expect(devices).toMatchObject([{ userAgent: 'A browser of the tests' }]);
    const id = devices[0]?.id ?? '';
    const stranger = await registerOwner(product);
    const foreign = stranger.api.factors.removeDevice({ params: { id } });
    expect((await refusalOf(foreign)).code).toBe('notFound');
    await api.factors.removeDevice({ params: { id } });
    expect((await signIn(email, cookie)).statusCode).toBe(403);
  });

  test('is remembered for one account and thirty days (R-MFA-05)', async () => {
    const [person, other] = [await enrolledOwner(product), await enrolledOwner(product)];
    const { id, email } = person.user;
    const cookie = await remember({ email, code: person.recoveryCodes[0] });
    expect((await signIn(other.user.email, cookie)).statusCode).toBe(403);
    const { rows } = await owner.query<{ days: number }>(
      `select extract(day from expires_at - created_at)::integer as days
       from remembered_devices where user_id = $1`,
      [id],
    );
    expect(rows).toEqual([{ days: 30 }]);
    await owner.query('update remembered_devices set expires_at = now() where user_id = $1', [id]);
    expect((await signIn(email, cookie)).statusCode).toBe(403);
    expect((await person.api.factors.getAll()).devices).toEqual([]);
  });

  test('is forgotten with a new password, and with the last factor (R-MFA-05)', async () => {
    const { api, user, recoveryCodes } = await enrolledOwner(product);
    const { email } = user;
    const passwordNew = `new ${randomUUID()}`;
    const cookie = await remember({ email, code: recoveryCodes[0] });
    await api.users.updatePassword({
      body: { passwordCurrent: memberPassword, passwordNew, passwordConfirm: passwordNew },
    });
    expect((await signIn(email, cookie, passwordNew)).statusCode).toBe(403);
    await api.factors.removeTotp();
    expect((await signIn(email, cookie, passwordNew)).statusCode).toBe(200);
    const left = await owner.query(
      `select 1 from recovery_codes where user_id = $1
       union all select 1 from remembered_devices where user_id = $1`,
      [user.id],
    );
    expect(left.rows).toEqual([]);
  });

  test('does not exist for operators, who are always asked (R-MFA-05)', async () => {
    const { user, secret } = await enrolledOwner(product);
    const { id, email } = user;
    await owner.query(`update users set type = 0, operator_role = 'support' where id = $1`, [id]);
    const challenge = await challengeOf(product, email);
    const body = { challenge, method: 'totp', code: totpCode(secret), remember: true };
    const reply = await send('/Authentication/CompleteSignIn', body);
    const cookie = String(reply.headers['set-cookie']).split(';')[0] ?? '';
    expect((await signIn(email, cookie)).statusCode).toBe(403);
  });
});

test('each change of a second factor is emailed to its owner and logged, without secrets (R-MFA-07)', async () => {
  const { api, user, secret, recoveryCodes } = await enrolledOwner(product);
  await recover(await challengeOf(product, user.email), recoveryCodes[0]);
  await refusalOf(recover(await challengeOf(product, user.email), recoveryCodes[0]));
  const { recoveryCodes: replaced } = await api.factors.replaceRecoveryCodes();
  await api.factors.removeTotp();
  for (const containing of ['também pede um código', 'não funcionam mais', 'não pede mais']) {
    const { text } = await waitForMail(product, user.email, { containing });
    expect(text).toContain('/account/reset');
  }
  const { rows } = await owner.query<{ action: string }>(
    'select action, before, after from audit_log where person_id = $1 order by id',
    [user.id],
  );
  expect(rows.map(({ action }) => action)).toEqual(
    expect.arrayContaining([
      'totpFactor.created',
      'totpFactor.changed',
      'totpFactor.removed',
      'recoveryCode.created',
      'recoveryCode.changed',
      'session.refused',
      'session.authenticated',
    ]),
  );
  const log = JSON.stringify(rows);
  for (const text of [secret, ...recoveryCodes, ...replaced]) expect(log).not.toContain(text);
});

test('an operator who acts as a person sees no second factors (R-MFA-06)', async () => {
  const { api, user } = await enrolledOwner(product);
  await expect(api.factors.getAll()).resolves.toMatchObject({ passkeys: [], devices: [] });
  const { id: operator } = (
    await owner.query<{ id: string }>('select id from users where type = 0 order by id limit 1')
  ).rows[0] ?? { id: '' };

  const { headers } = await openTestSession(product, user.id, operator);
  const acting = product.callerOf(headers);
  expect((await refusalOf(acting.factors.getAll())).code).toBe('access.impersonating');
});
