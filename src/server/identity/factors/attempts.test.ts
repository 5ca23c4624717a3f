import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { memberPassword, registerOwner, testApplication } from '#server/test/application.ts';
import { enroll, totpCode } from './test/factors.ts';

// One process: several would admit more until they synchronize.
const product = await testApplication({
  RATE_LIMITS: 'on',
  TRUST_PROXY: '10.1.0.0/16',
  INSTANCES: '1',
});

let visitors = 0;
/** Sends a request from an unused network. */
const send = (path: string, payload: object, cookie = '') => {
  visitors += 1;
  const remoteAddress = `203.0.${Math.floor(visitors / 250)}.${visitors % 250}`;
  return product.app.inject({
    method: 'POST',
    url: `/api${path}`,
    payload,
    remoteAddress,
    headers: { cookie },
  });
};

const challengeOf = async (email: string, cookie?: string) => {
  const reply = await send('/Authentication/Login', { email, password: memberPassword }, cookie);
  return reply.json<{ params?: { challenge?: string } }>().params?.challenge ?? '';
};

const complete = (challenge: string, code: string, cookie?: string) =>
  send('/Authentication/CompleteSignIn', { challenge, method: 'totp', code }, cookie);

test('guesses of a second factor are limited by sign-in and account, without lockout (R-MFA-04)', async () => {
  const anyone = product.callerOf({}, '203.1.0.1');
  const person = await enroll(await registerOwner({ ...product, anyone }, { plan: 'Starter' }));
  const { email } = person.user;
  const statuses: number[] = [];
  const guess = async (challenge: string, times: number) => {
    for (let n = 0; n < times; n += 1) {
      statuses.push((await complete(challenge, '000000')).statusCode);
    }
  };
  // The owner's browser, which gets its cookie by signing in.
  const first = await complete(await challengeOf(email), totpCode(person.secret));
  const cookie = String(first.headers['set-cookie']).split(';')[0] ?? '';
  await guess(await challengeOf(email), 7);
  expect(statuses.splice(0)).toEqual([400, 400, 400, 400, 400, 429, 429]);
  await guess(await challengeOf(email), 5);
  await guess(await challengeOf(email), 5);
  expect(statuses.filter((status) => status === 400)).toHaveLength(5);
  // Who doesn't know the password can't use up attempts, and the owner's device has its own.
  await guess(randomUUID(), 3);
  const own = await complete(await challengeOf(email, cookie), totpCode(person.secret, 1), cookie);
  expect(own.statusCode).toBe(200);
});
