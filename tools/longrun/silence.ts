/**
 * Checks that response times don't reveal which addresses have an account (`npm run longrun -- silence`;
 * R-ACC-22). Tries known and unknown addresses in random order and computes the distance of their times.
 * The control is sign-in without PRIVATE_ACCOUNTS, which hashes nothing for an unknown address: the
 * method must detect that.
 *
 *   --samples <n>   attempts with known and with unknown addresses (400)
 */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { requestBytes } from '#tools/kit/http.ts';
import { registerOrganization, registrationsAt } from '#tools/kit/organizations.ts';
import type { Headers, OwnerAccount } from '#tools/kit/organizations.ts';
import { stop } from '#tools/kit/processes.ts';
import { figure, randomFrom, seed } from '#tools/kit/seed.ts';
import { startDatabaseServer, startProduct } from '#tools/kit/servers.ts';
import { distance, percentile } from '#tools/kit/statistics.ts';

const { values } = parseArgs({ options: { samples: { type: 'string', default: '400' } } });
const samples = Number(values.samples);
const most = 0.14;
const leastOfControl = 0.25;
/** Number of people: enough invitations of known people when each invites every other. */
const people = 21;
const random = randomFrom(seed);

await using stack = new AsyncDisposableStack();
const { ownerUrl, folder, pool } = await startDatabaseServer(stack);

const start = (PRIVATE_ACCOUNTS: string) =>
  startProduct(stack, { DATABASE_URL: ownerUrl, DATA_DIR: join(folder, 'app'), PRIVATE_ACCOUNTS });

const post = (url: string, body: object = {}, headers: Headers = {}) =>
  requestBytes(url, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    agent: false,
  });

type Attempt = (n: number, email: string) => ReturnType<typeof post>;

/** Measures an attempt with known and unknown addresses, each pair in random order. */
async function compare(knownAt: (n: number) => string, attempt: Attempt) {
  const times: [number[], number[]] = [[], []];
  const statuses = new Set<number>();
  for (let n = 0; n < samples; n += 1) {
    const pair = [knownAt(n), `${randomUUID()}@example.com`] as const;
    for (const which of random() < 0.5 ? ([0, 1] as const) : ([1, 0] as const)) {
      const began = performance.now();
      const { status } = await attempt(n, pair[which]);
      times[which].push(performance.now() - began);
      statuses.add(status);
    }
  }
  if (statuses.size > 1) throw new Error(`Answered with ${[...statuses].join(' and ')}`);
  const medians = times.map((all) => percentile(all, 0.5).toFixed(1)).join(' and ');
  return { apart: distance(...times), medians };
}

const login =
  (origin: string): Attempt =>
  (_n, email) =>
    post(`${origin}/api/Authentication/Login`, { email, password: 'a wrong guess' });

const open = await start('false');
// Enough seats for all invitations.
await pool.query('update subscription_products set max_users = 0');
const known: OwnerAccount[] = [];
for (let n = 0; n < people; n += 1)
  known.push(await registerOrganization(open.origin, `Known${n}`));
const nth = (n: number) => known[n % people]?.email ?? '';
const control = await compare(nth, login(open.origin));
figure('silence', `control, nothing hashed: ${control.apart.toFixed(3)} (above ${leastOfControl})`);
if (control.apart <= leastOfControl) process.exitCode = 1;
await stop(open.child);

const { origin } = await start('true');
const registration = await registrationsAt(origin);
const password = 'a password of the tools';
const attempts: [string, (n: number) => string, Attempt][] = [
  ['login', nth, login(origin)],
  ['reset', nth, (_n, email) => post(`${origin}/api/Authentication/Reset/${email}`)],
  [
    'register',
    nth,
    (_n, email) => {
      const body = { ...registration(randomUUID()), email, password, confirmPassword: password };
      return post(`${origin}/api/Authentication/Register`, body);
    },
  ],
  [
    'invite',
    (n) => nth(n + 1 + Math.floor(n / people)),
    (n, email) => {
      const body = { email, firstName: 'Eva', lastName: 'Reis', role: 2 };
      const url = `${origin}/api/TenantUserInvitation/InviteUser`;
      return post(url, body, known[n % people]?.headers);
    },
  ],
];
for (const [name, knownAt, attempt] of attempts) {
  const { apart, medians } = await compare(knownAt, attempt);
  const limit = `${samples} each, below ${most}`;
  figure('silence', `${name}: ${apart.toFixed(3)} apart (${limit}), ${medians} ms`);
  if (apart >= most) process.exitCode = 1;
}
