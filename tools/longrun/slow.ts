/**
 * Measures the product while a client keeps a thousand connections open, sends a hundred megabytes, or
 * causes two hundred password hashes (`npm run longrun -- slow`; R-SEC-15).
 */
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { figure } from '#tools/kit/seed.ts';
import { attacks, besiege, endOf } from './attacks.ts';
import { startProduct, type RunningProduct } from './product.ts';

const many = 1_000;
const megabytes = 100;
const mostGrowth = 20;
const logins = 200;

const rounded = (number: number) => Math.round(number).toString();

const expectThat = (holds: boolean) => {
  if (!holds) process.exitCode = 1;
};

/** Runs every slow attack and checks that other clients were served. */
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

const oneTenth = ' '.repeat(100_000);

/** Sends a large body with or without its length until it is refused; returns the status. */
const sendMuch = async (origin: string, length: string) => {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  // Being disconnected while writing is the expected result.
  socket.on('error', () => undefined);
  const heard: string[] = [];
  socket.setEncoding('utf8').on('data', (text: string) => heard.push(text));
  const answered = once(socket, 'data').catch(() => undefined);
  const over = endOf(socket);
  socket.write(
    'POST /api/Authentication/Login HTTP/1.1\r\nHost: a\r\n' +
      `Content-Type: application/json\r\n${length}\r\n\r\n`,
  );
  const piece = length.includes('chunked') ? `186a0\r\n${oneTenth}\r\n` : oneTenth;
  for (let n = 0; n < megabytes * 10 && socket.writable; n += 1) {
    const taken = new Promise((resolve) => socket.write(piece, resolve));
    await Promise.race([taken, over]);
    // Reads the response before sending much more; a reset connection would discard it.
    await Promise.race([answered, over, sleep(n < 10 ? 1_000 : 5)]);
  }
  await over;
  return heard.join('').match(/^HTTP\/1.1 (\d+)/)?.[1];
};

const refuseMuch = async ({ origin, meter }: RunningProduct) => {
  const lengths = {
    told: `Content-Length: ${megabytes * 1_000_000}`,
    untold: 'Transfer-Encoding: chunked',
  };
  for (const [name, header] of Object.entries(lengths)) {
    const before = (await meter()).memory;
    const status = await sendMuch(origin, header);
    const grown = (await meter()).memory - before;
    const length = `${megabytes} MB, length ${name}`;
    figure('slow', `${length}: ${status}, ${rounded(grown)} MiB grown (below ${mostGrowth})`);
    expectThat(status === '413' && grown < mostGrowth);
  }
};

/** Measures how long other requests wait while many clients sign in. */
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
