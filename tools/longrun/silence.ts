/**
 * Checks that response times don't reveal which addresses have an account (`npm run longrun -- silence`;
 * R-ACC-22). Tries known and unknown addresses in random order and computes the distance of their times.
 * The control is sign-in without PRIVATE_ACCOUNTS, which hashes nothing for an unknown address: the
 * method must detect that.
 */
import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import type { SignInReply } from '#contract/users.ts';
import { callerAt } from '#tools/caller.ts';
import { figure, randomFrom, seed } from '#tools/kit/seed.ts';
import { distance } from './distance.ts';
import { startProduct, type RunningProduct } from './product.ts';

const samples = 400;
const most = 0.14;
const leastOfControl = 0.25;
/** Number of people: enough invitations of known people when each invites every other. */
const people = 21;
const password = 'a password of the proof';
const random = randomFrom(seed);

type Attempt = (n: number, address: string) => Promise<Response>;

const asking =
  (origin: string) =>
  (path: string, body: object = {}, headers: Record<string, string> = {}) =>
    fetch(`${origin}/api${path}`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
type Ask = ReturnType<typeof asking>;

const registration = (email: string, price: string) => ({
  organization: `Organization ${randomUUID()}`,
  email,
  firstName: 'Ana',
  lastName: 'Souza',
  password,
  confirmPassword: password,
  selectedSubscription: { subscriptionPriceId: price },
});

/** Creates a free plan with enough seats for all invitations. */
const makeRoom = async ({ origin, ownerUrl }: RunningProduct) => {
  const owner = new Client({ connectionString: ownerUrl });
  await owner.connect();
  await owner.query('update subscription_products set max_users = 0');
  await owner.end();
  const products = await callerAt(origin).products.getAll();
  const price = products.flatMap(({ prices }) => prices).find(({ price }) => price === 0);
  return price?.id ?? '';
};

/** Registers a person with an organization and a session. */
const enrol = async ({ origin, ask, price }: { origin: string; ask: Ask; price: string }) => {
  const email = `${randomUUID()}@example.com`;
  await ask('/Authentication/Register', registration(email, price));
  for (;;) {
    const mails = (await (await fetch(`${origin}/sandbox/mail.json?to=${email}`)).json()) as {
      links: string[];
    }[];
    const token = URL.parse(mails[0]?.links[0] ?? '')?.searchParams.get('t');
    if (!token) continue;
    const proof = { email, token, password, passwordConfirm: password };
    const session = (await (await ask('/Authentication/Verify', proof)).json()) as SignInReply;
    const tenant = session.user.currentTenant?.id ?? '';
    return { email, headers: { authorization: `Bearer ${session.token}`, 'x-tenant-key': tenant } };
  }
};

/** Measures an attempt with known and unknown addresses, each pair in random order. */
const compare = async (whose: (n: number) => string, attempt: Attempt) => {
  const times: [number[], number[]] = [[], []];
  const statuses = new Set<number>();
  for (let n = 0; n < samples; n += 1) {
    const pair = [whose(n), `${randomUUID()}@example.com`] as const;
    const order = random() < 0.5 ? ([0, 1] as const) : ([1, 0] as const);
    for (const which of order) {
      const began = performance.now();
      const answer = await attempt(n, pair[which]);
      await answer.arrayBuffer();
      times[which].push(performance.now() - began);
      statuses.add(answer.status);
    }
  }
  if (statuses.size > 1) throw new Error(`Answered with ${[...statuses].join(' and ')}`);
  const [known, unknown] = times.map((all) => all.toSorted((a, b) => a - b)[samples / 2] ?? 0);
  return {
    apart: distance(...times),
    medians: `${known?.toFixed(1)} and ${unknown?.toFixed(1)} ms`,
  };
};

const open = async (stack: AsyncDisposableStack, settings: Record<string, string>) => {
  const product = await startProduct(stack, settings);
  const ask = asking(product.origin);
  const place = { origin: product.origin, ask, price: await makeRoom(product) };
  const known: Awaited<ReturnType<typeof enrol>>[] = [];
  for (let n = 0; n < people; n += 1) known.push(await enrol(place));
  const login: Attempt = (_n, email) =>
    ask('/Authentication/Login', { email, password: 'a wrong guess' });
  return { ...place, known, login, nth: (n: number) => known[n % people]?.email ?? '' };
};

const showPrivate = async (stack: AsyncDisposableStack) => {
  const { ask, price, known, login, nth } = await open(stack, { PRIVATE_ACCOUNTS: 'true' });
  const invitedBy = (n: number) => known[n % people]?.headers ?? {};
  const attempts: [string, (n: number) => string, Attempt][] = [
    ['login', nth, login],
    ['reset', nth, (_n, email) => ask(`/Authentication/Reset/${email}`)],
    ['register', nth, (_n, email) => ask('/Authentication/Register', registration(email, price))],
    [
      'invite',
      (n) => nth(n + 1 + Math.floor(n / people)),
      (n, email) => {
        const body = { email, firstName: 'Eva', lastName: 'Reis', role: 2 };
        return ask('/TenantUserInvitation/InviteUser', body, invitedBy(n));
      },
    ],
  ];
  for (const [name, whose, attempt] of attempts) {
    const { apart, medians } = await compare(whose, attempt);
    const limit = `${samples} each, below ${most}`;
    figure('silence', `${name}: ${apart.toFixed(3)} apart (${limit}), ${medians}`);
    if (apart >= most) process.exitCode = 1;
  }
};

const showControl = async (stack: AsyncDisposableStack) => {
  const { login, nth } = await open(stack, { PRIVATE_ACCOUNTS: 'false' });
  const { apart } = await compare(nth, login);
  figure('silence', `control, nothing hashed: ${apart.toFixed(3)} (above ${leastOfControl})`);
  if (apart <= leastOfControl) process.exitCode = 1;
};

for (const show of [showPrivate, showControl]) {
  await using stack = new AsyncDisposableStack();
  await show(stack);
}
