/**
 * Checks that response times don't reveal which addresses have an account (`npm run longrun -- silence`;
 * R-ACC-22). Tries known and unknown addresses in random order and computes the distance of their times.
 * The control is sign-in without PRIVATE_ACCOUNTS, which hashes nothing for an unknown address: the
 * method must detect that.
 */
import { randomUUID } from 'node:crypto';
import { distance, percentile } from '#packages/bench/statistics.ts';
import { requestBytes } from '#tools/kit/http.ts';
import { registerOrganization, registrationsAt } from '#tools/kit/organizations.ts';
import type { Headers } from '#tools/kit/organizations.ts';
import { stop } from '#tools/kit/processes.ts';
import { fail, figure, randomFrom, repetitions, seed } from '#tools/kit/seed.ts';
import { startProduct } from '#tools/kit/servers.ts';
import { startScene } from './scene.ts';

/** Number of attempts with known and with unknown addresses. */
const samples = repetitions(40, 400);
/** Limit of the distance of 400 samples, at the same significance for fewer, which scatter more. */
const most = 0.14 * Math.sqrt(400 / samples);
const leastOfControl = 0.25;
/** Number of people: enough invitations of known people when each invites every other. */
const people = 21;
const random = randomFrom(seed);

const post = (url: string, body: object = {}, headers: Headers = {}) =>
  requestBytes(url, { headers, body, agent: false });

type Attempt = (email: string, n: number) => ReturnType<typeof post>;

/**
 * Measures an attempt with known and unknown addresses, in random order: both follow either kind as often,
 * because the work that an attempt leaves to jobs slows the next one.
 */
async function compare(knownAt: (n: number) => string, attempt: Attempt) {
  const times: [number[], number[]] = [[], []];
  const statuses = new Set<number>();
  while (times[0].length + times[1].length < 2 * samples) {
    const which = random() < 0.5 ? 0 : 1;
    const n = times[which].length;
    if (n === samples) continue;
    const email = which === 0 ? knownAt(n) : `${randomUUID()}@example.com`;
    const began = performance.now();
    const { status } = await attempt(email, n);
    times[which].push(performance.now() - began);
    statuses.add(status);
  }
  if (statuses.size > 1) throw new Error(`Answered with ${[...statuses].join(' and ')}`);
  const medians = times.map((all) => percentile(all, 0.5).toFixed(1)).join(' and ');
  return { apart: distance(...times), medians };
}

const login =
  (origin: string): Attempt =>
  (email) =>
    post(`${origin}/api/Authentication/Login`, { email, password: 'a wrong guess' });

await using stack = new AsyncDisposableStack();
const { postgres, server, owner } = await startScene(stack, 'Known0', {
  PRIVATE_ACCOUNTS: 'false',
});
const known = [owner];
for (let n = 1; n < people; n += 1) {
  known.push(await registerOrganization(server.origin, `Known${n}`));
}
const nth = (n: number) => known[n % people]?.email ?? '';
const control = await compare(nth, login(server.origin));
figure('silence', `control, nothing hashed: ${control.apart.toFixed(3)} (above ${leastOfControl})`);
if (control.apart <= leastOfControl) fail('The control was not detected');
await stop(server.child);

const { origin } = await startProduct(stack, { ...postgres.settings, PRIVATE_ACCOUNTS: 'true' });
const registration = await registrationsAt(origin);
const password = {
  password: 'a password of the tools',
  confirmPassword: 'a password of the tools',
};
const person = { firstName: 'Eva', lastName: 'Reis', role: 2 };
const attempts: Record<string, Attempt> = {
  login: login(origin),
  reset: (email) => post(`${origin}/api/Authentication/Reset/${email}`),
  register: (email) => {
    const body = { ...registration(randomUUID()), ...password, email };
    return post(`${origin}/api/Authentication/Register`, body);
  },
  invite: (email, n) => {
    const url = `${origin}/api/TenantUserInvitation/InviteUser`;
    return post(url, { ...person, email }, known[n % people]?.headers);
  },
};
/** Returns a person that person number n has not invited yet. */
const stranger = (n: number) => nth(n + 1 + Math.floor(n / people));
for (const [name, attempt] of Object.entries(attempts)) {
  const { apart, medians } = await compare(name === 'invite' ? stranger : nth, attempt);
  const limit = `${samples} each, below ${most.toFixed(2)}`;
  figure('silence', `${name}: ${apart.toFixed(3)} apart (${limit}), ${medians} ms`);
  if (apart >= most) fail(`${name} reveals accounts`);
}
