import argon2 from '@node-rs/argon2';
import { expect, onTestFinished, test, vi } from 'vitest';
import { memberPassword, registerOwner, testApplication } from '#server/test/application.ts';

const product = await testApplication({ INSTANCES: '1' });
const { user } = await registerOwner(product);

const signIn = (password: string, remoteAddress: string) =>
  product.app.inject({
    method: 'POST',
    url: '/api/Authentication/Login',
    remoteAddress,
    payload: { email: user.email, password, loginType: 0 },
  });

test('answers 429 or 503 with Retry-After once the queue for hashing is full (R-SEC-15)', async () => {
  // Closed until the queue is full, however slowly the requests arrive.
  const gate = Promise.withResolvers<undefined>();
  const { verify } = argon2;
  const gated = vi.spyOn(argon2, 'verify').mockImplementation(async (...args) => {
    await gate.promise;
    return verify(...args);
  });
  onTestFinished(() => gated.mockRestore());
  const refused: [number, unknown][] = [];
  const send = async (addresses: number, from: number) => {
    const places = Array.from({ length: 120 }, (_, place) => from + (place % addresses));
    const answers = places.map(async (place) => {
      const { statusCode, headers } = await signIn('wrong', `198.51.100.${place}`);
      if (statusCode !== 400) refused.push([statusCode, headers['retry-after']]);
      return statusCode;
    });
    return Promise.all(answers);
  };
  const one = send(1, 1);
  await expect.poll(() => refused).toContainEqual([429, '1']);
  expect(refused).not.toContainEqual([503, '1']);
  const others = send(4, 2);
  await expect.poll(() => refused).toContainEqual([503, '1']);
  gate.resolve(undefined);
  expect(new Set(await one)).toEqual(new Set([400, 429]));
  expect(await others).toContain(400);
  expect(new Set(refused.map(String))).toEqual(new Set(['429,1', '503,1']));
  expect((await signIn(memberPassword, '198.51.100.9')).statusCode).toBe(200);
}, 60_000);
