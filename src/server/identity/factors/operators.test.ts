import { describe, expect, test } from 'vitest';
import { waitForMail } from '#server/identity/invitations/test/invitations.ts';
import { createTestOperator } from '#server/identity/operators/test/operators.ts';
import { connectTestHub } from '#server/platform/realtime/test/client.ts';
import {
  memberPassword,
  signInOperator,
  testApplication,
  toTestMember,
} from '#server/test/application.ts';
import { challengeOf, enroll, enrolledOwner, refusalOf, totpCode } from './test/factors.ts';

const local = await testApplication();
const reachable = await testApplication({ PUBLIC_URL: 'https://pregao.example' });
const exposed = await testApplication({ HOST: '0.0.0.0' });

describe('Where others can reach the server, an operator (R-MFA-13)', () => {
  test('sets up a second factor before anything else is allowed', async () => {
    const operator = await signInOperator(reachable);
    const { tenants, users } = operator.api;
    const calls: (() => Promise<unknown>)[] = [
      () => tenants.getAllOfAll(),
      () => users.getAllOfAll(),
      () => users.getSessions(),
      () => tenants.getCurrent(),
    ];
    for (const call of calls) {
      const { code, status } = await refusalOf(call());
      expect([code, status]).toEqual(['access.secondFactorRequired', 403]);
    }
    await expect(operator.api.users.getCurrent()).resolves.toHaveProperty('email');
    expect(await operator.api.factors.getAll()).toMatchObject({ required: true });
    await enroll(operator);
    for (const call of calls) await expect(call()).resolves.toBeDefined();
    const last = await refusalOf(operator.api.factors.removeTotp());
    expect(last.code).toBe('factors.required');
    await expect(operator.api.tenants.getAllOfAll()).resolves.toBeDefined();
    await operator.api.accounts.logout();
  });

  test('joins no group of the hub without one, and then by the same connection', async () => {
    const operator = await signInOperator(exposed);
    const token = (operator.headers['authorization'] ?? '').replace('Bearer ', '');
    const { hub } = await connectTestHub(exposed, token);
    const join = () => hub.invoke('JoinGroup', operator.tenant);
    await expect(join()).rejects.toThrow('realtime.notMember');
    await enroll(operator);
    await expect(join()).resolves.toBeNull();
  });

  test('needs the factor in each session, also to act as a user', async () => {
    const { id, api } = await createTestOperator(reachable, 'administrator');
    const { user } = await enrolledOwner(reachable);
    const act = () =>
      api.accounts.impersonate({ params: { userId: user.id }, body: { reason: 'Ticket 9' } });
    expect((await refusalOf(act())).code).toBe('access.secondFactorRequired');
    await reachable.open.owner.query(`update sessions set methods = '{totp}' where user_id = $1`, [
      id,
    ]);
    const acting = toTestMember(reachable, await act());
    await expect(acting.api.tenants.getCurrent()).resolves.toBeDefined();
  });
});

test('on a server that only this machine can reach, an operator needs none (R-MFA-13)', async () => {
  const operator = await signInOperator(local);
  await expect(operator.api.tenants.getAllOfAll()).resolves.toBeDefined();
  expect(await operator.api.factors.getAll()).toMatchObject({ required: false });
  const demo = await testApplication({ HOST: '0.0.0.0', SANDBOX_PUBLIC: 'true' });
  await expect((await signInOperator(demo)).api.tenants.getAllOfAll()).resolves.toBeDefined();
});

test('an administrator removes the second factors of a user who lost them (R-MFA-14)', async () => {
  const administrator = await signInOperator(local);
  const { user, api, recoveryCodes, secret } = await enrolledOwner(local);
  const challenge = await challengeOf(local, user.email);
  const support = await createTestOperator(local, 'support');
  const given = {
    params: { userId: user.id },
    body: { reason: 'Called back at the known number' },
  };
  expect((await refusalOf(support.api.factors.removeOfUser(given))).code).toBe(
    'access.operatorRole',
  );
  await administrator.api.factors.removeOfUser(given);
  expect((await refusalOf(administrator.api.factors.removeOfUser(given))).code).toBe(
    'factors.notEnrolled',
  );
  expect((await refusalOf(api.users.getCurrent())).code).toBe('unauthorized');
  for (const body of [
    { challenge, method: 'totp', code: totpCode(secret) },
    { challenge, method: 'recoveryCode', code: recoveryCodes[0] },
  ] as const) {
    const refusal = await refusalOf(local.anyone.factors.completeSignIn({ body }));
    expect(refusal.code).toBe('factors.invalidCode');
  }
  const body = { email: user.email, password: memberPassword };
  await expect(local.anyone.accounts.login({ body })).resolves.toHaveProperty('token');
  await waitForMail(local, user.email, { containing: 'o suporte removeu os segundos fatores' });
  const { rows } = await local.open.owner.query(
    `select actor_id, after from audit_log where person_id = $1 and action = 'user.factorsRemoved'`,
    [user.id],
  );
  expect(rows).toEqual([
    { actor_id: administrator.user.id, after: { reason: 'Called back at the known number' } },
  ]);
});
