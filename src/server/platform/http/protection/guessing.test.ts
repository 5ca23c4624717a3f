import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  memberPassword,
  registerOwner,
  testApplication,
  type TestApplication,
} from '#server/test/application.ts';
import { figure, repetitions } from '#tools/kit/seed.ts';

/**
 * Checks that, from however many networks, ten password guesses in fifteen minutes are evaluated, and
 * that the owner of the account can still sign in (R-ACC-23, decisions/0010).
 */
const product = await testApplication({ RATE_LIMITS: 'on' });
// More than the 40 at a time, and than a network may make.
const guesses = repetitions(80, 10_000);
const networks = 200;

const loginAt = (
  { app }: TestApplication,
  payload: { email: string; password: string },
  from: string,
  says?: string,
) =>
  app.inject({
    method: 'POST',
    url: '/api/Authentication/Login',
    remoteAddress: from,
    headers: says ? { 'x-forwarded-for': says } : {},
    payload,
  });

/** Sends all guesses, 40 at a time like a botnet, and counts the replies by status. */
const guess = async (email: string, whence: (n: number) => [from: string, says?: string]) => {
  const answers = new Map<number, number>();
  let next = 0;
  const guesser = async () => {
    while (next < guesses) {
      const n = (next += 1);
      const credentials = { email, password: `guess ${n}` };
      const { statusCode } = await loginAt(product, credentials, ...whence(n));
      answers.set(statusCode, (answers.get(statusCode) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: 40 }, guesser));
  // Attempts that can't be counted because the database is busy are refused as well.
  const refused = (answers.get(429) ?? 0) + (answers.get(503) ?? 0);
  return { evaluated: answers.get(400) ?? 0, refused };
};

const home = '198.51.100.1';
const registeredEmail = async () => {
  const anyone = product.callerOf({}, home);
  return (await registerOwner({ ...product, anyone })).user.email;
};

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

test.each([
  [
    'one network with forged X-Forwarded-For headers',
    (n: number) => ['203.0.113.1', `192.0.2.${n % networks}`],
  ],
  ['many networks', (n: number) => [`192.0.2.${n % networks}`]],
] as [string, (n: number) => [string, string?]][])(
  'password guesses from %s: ten are evaluated and the account is not locked for its owner',
  async (name, whence) => {
    const email = await registeredEmail();
    const { evaluated, refused } = await guess(email, whence);
    expect({ evaluated, refused }).toEqual({ evaluated: 10, refused: guesses - 10 });

    const right = { email, password: memberPassword };
    const elsewhere = '203.0.113.200';
    expect((await loginAt(product, right, home)).statusCode).toBe(200);
    expect((await loginAt(product, right, elsewhere)).statusCode).toBe(429);
    vi.setSystemTime(Date.now() + 15 * 60_000 + 1);
    expect((await loginAt(product, right, elsewhere)).statusCode).toBe(200);
    figure(
      'guessing',
      `${guesses} guesses from ${name}: ${evaluated} looked at; the owner signs in from home, and from elsewhere 15 minutes later`,
    );
  },
);

test('verification emails are limited to three an hour for an address and ten for a network', async () => {
  const resend = async (email: string, remoteAddress: string) => {
    const url = '/api/Authentication/ResendVerification';
    const request = { method: 'POST', url, remoteAddress, payload: { email } } as const;
    return (await product.app.inject(request)).statusCode;
  };
  const repeated = async (times: number, send: (n: number) => Promise<number>) => {
    const seen: number[] = [];
    for (let n = 0; n < times; n += 1) seen.push(await send(n));
    return [seen.filter((status) => status === 400).length, seen.at(-1)];
  };
  const one = 'pending@example.com';
  expect(await repeated(4, (n) => resend(one, `203.0.113.${n}`))).toEqual([3, 429]);
  const network = '203.0.113.250';
  expect(await repeated(11, (n) => resend(`${n}@example.com`, network))).toEqual([10, 429]);
});
