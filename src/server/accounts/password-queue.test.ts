import { expect, test } from 'vitest';
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
  const one = Array.from({ length: 120 }, () => signIn('wrong', '198.51.100.1'));
  const others = Array.from({ length: 120 }, (_, place) =>
    signIn('wrong', `198.51.100.${2 + (place % 4)}`),
  );
  const answers = await Promise.all([...one, ...others]);
  const statuses = answers.map(({ statusCode }) => statusCode);
  expect(new Set(statuses)).toEqual(new Set([400, 429, 503]));
  const refused = answers.filter(({ statusCode }) => statusCode !== 400);
  expect(refused.map(({ headers }) => headers['retry-after'])).toEqual(refused.map(() => '1'));
  expect((await signIn(memberPassword, '198.51.100.9')).statusCode).toBe(200);
}, 60_000);
