/**
 * What the product is like while somebody keeps a thousand connections from ending, sends it a hundred
 * megabytes, or has it hash two hundred passwords (`npm run prove -- slow`; reliability.md 2.5).
 */
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { attacks, besiege } from './attacks.ts';
import { startProduct, type RunningProduct } from './product.ts';
import { figure } from './proof.ts';

const many = 1_000;
const megabytes = 100;
const mostGrowth = 20;
const logins = 200;

const rounded = (number: number) => Math.round(number).toString();

const expectThat = (holds: boolean) => {
  if (!holds) process.exitCode = 1;
};

/** Every slow attack, and whether others were served. */
const withstand = async ({ origin, meter }: RunningProduct) => {
  const connections = async () => (await meter()).connections;
  for (const attack of Object.values(attacks)) {
    const before = (await meter()).memory;
    const siege = { attack, origin, many, every: 250, atMost: 120_000, connections };
    const { open, answers, slowest, took } = await besiege(siege);
    const grown = (await meter()).memory - before;
    const served = Object.entries(answers).map(([status, count]) => `${count} × ${status}`);
    figure(
      'slow',
      `${many} ${attack.shows}: ${many - open} ended within ${rounded(took / 1000)} s, others got ` +
        `${served.join(', ')} in at most ${rounded(slowest)} ms, ${rounded(grown)} MiB grown`,
    );
    expectThat(open === 0 && Object.keys(answers).join() === '200');
  }
};

function* pieces() {
  const piece = Buffer.alloc(1_000_000, ' ');
  for (let n = 0; n < megabytes; n += 1) yield piece;
}

/** Sends a large body, its length told or not, for as long as it is taken. */
const sendMuch = async (origin: string, headers: Record<string, string | number>) => {
  const sent = request(`${origin}/api/Authentication/Login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
  });
  // It is cut off while it writes.
  sent.on('error', () => undefined);
  const answered = once(sent, 'response') as Promise<[IncomingMessage]>;
  Readable.from(pieces()).pipe(sent);
  const [{ statusCode }] = await answered;
  sent.destroy();
  return statusCode ?? 0;
};

const refuseMuch = async ({ origin, meter }: RunningProduct) => {
  const bodies = { told: { 'content-length': megabytes * 1_000_000 }, untold: {} };
  for (const [name, headers] of Object.entries(bodies)) {
    const before = (await meter()).memory;
    const status = await sendMuch(origin, headers);
    const grown = (await meter()).memory - before;
    const length = `${megabytes} MB, length ${name}`;
    figure('slow', `${length}: ${status}, ${rounded(grown)} MiB grown (below ${mostGrowth})`);
    expectThat(status === 413 && grown < mostGrowth);
  }
};

/** How long others wait while many sign in at once. */
const signInMany = async ({ origin, meter }: RunningProduct) => {
  await meter();
  const running = { logins };
  const signIn = async (_: unknown, n: number) => {
    const body = JSON.stringify({ email: `${n}@example.com`, password: 'a wrong guess' });
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${origin}/api/Authentication/Login`, {
      method: 'POST',
      headers,
      body,
    });
    running.logins -= 1;
    return answer.status;
  };
  const all = Promise.all(Array.from({ length: logins }, signIn));
  const times: number[] = [];
  while (running.logins > 0) {
    const began = performance.now();
    await (await fetch(`${origin}/health/live`)).arrayBuffer();
    times.push(performance.now() - began);
  }
  const statuses = new Set(await all);
  const [p99 = 0] = times.toSorted((a, b) => b - a).slice(Math.floor(times.length / 100));
  const { delay } = await meter();
  figure(
    'slow',
    `${logins} sign-ins at once (${[...statuses].join(', ')}): /health/live ${times.length} times, ` +
      `p99 ${rounded(p99)} ms; the event loop stood still for ${rounded(delay)} ms at most`,
  );
  expectThat(times.length > 0);
};

await using stack = new AsyncDisposableStack();
const product = await startProduct(stack, { PRIVATE_ACCOUNTS: 'true' });
await withstand(product);
await refuseMuch(product);
await signInMany(product);
