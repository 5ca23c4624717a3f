/**
 * Measures the product while a client keeps a thousand connections open, sends a hundred megabytes, or
 * causes two hundred password hashes (`npm run longrun -- slow`; R-SEC-15).
 *
 *   --connections <n>   number of slow connections (1000)
 */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { requestBytes, requestStatus } from '#tools/kit/http.ts';
import { memoryOf } from '#tools/kit/processes.ts';
import { figure } from '#tools/kit/seed.ts';
import { startProduct, temporaryFolder } from '#tools/kit/servers.ts';
import { attackSlowly, closeOf, connectTo, slowConnections } from '#tools/kit/slow-connections.ts';
import { percentile } from '#tools/kit/statistics.ts';

const { values } = parseArgs({ options: { connections: { type: 'string', default: '1000' } } });
const many = Number(values.connections);

await using stack = new AsyncDisposableStack();
const DATA_DIR = temporaryFolder(stack, 'slow');
const { origin, pid } = await startProduct(stack, { DATA_DIR, PRIVATE_ACCOUNTS: 'true' });

const expectThat = (holds: boolean) => {
  if (!holds) process.exitCode = 1;
};

/** Returns the number of established TCP connections to the product. */
const connections = async () => {
  const port = Number(new URL(origin).port).toString(16).toUpperCase().padStart(4, '0');
  const tables = ['/proc/net/tcp', '/proc/net/tcp6'].map((file) => readFileSync(file, 'utf8'));
  // Local address, remote address and the state: 01 is established.
  const established = new RegExp(String.raw`^ *\d+: \w+:${port} \w+:\w+ 01 `, 'gm');
  return tables.reduce((sum, table) => sum + (table.match(established)?.length ?? 0), 0);
};

for (const slow of Object.values(slowConnections)) {
  const before = memoryOf(pid);
  const attack = { origin, many, every: 250, atMost: 120_000, connections };
  const { open, statuses, slowest, took } = await attackSlowly(slow, attack);
  const served = Object.entries(statuses).map(([status, count]) => `${count} × ${status}`);
  figure(
    'slow',
    `${many} ${slow.shows}: ${many - open} ended within ${(took / 1_000).toFixed(0)} s, others got ` +
      `${served.join(', ')} in at most ${slowest.toFixed(0)} ms, ` +
      `${(memoryOf(pid) - before).toFixed(0)} MiB grown`,
  );
  expectThat(open === 0 && Object.keys(statuses).join() === '200');
}

/** Returns a sign-in with a wrong password. */
const signInOf = (n: number) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ email: `${n}@example.com`, password: 'a wrong guess' }),
});

const megabytes = 100;
const mostGrowth = 20;
const tenth = ' '.repeat(100_000);

/** Sends a large body with or without its length until it is refused; returns the status. */
async function sendLarge(length: string): Promise<string | undefined> {
  const socket = await connectTo(origin);
  let received = '';
  socket.setEncoding('utf8').on('data', (text: string) => (received += text));
  const answered = once(socket, 'data').catch(() => undefined);
  const over = closeOf(socket);
  socket.write(
    'POST /api/Authentication/Login HTTP/1.1\r\nHost: a\r\n' +
      `Content-Type: application/json\r\n${length}\r\n\r\n`,
  );
  const piece = length.includes('chunked') ? `186a0\r\n${tenth}\r\n` : tenth;
  for (let n = 0; n < megabytes * 10 && socket.writable; n += 1) {
    const taken = new Promise((resolve) => socket.write(piece, resolve));
    await Promise.race([taken, over]);
    // Reads the response before sending much more; a reset connection would discard it.
    await Promise.race([answered, over, sleep(n < 10 ? 1_000 : 5)]);
  }
  await over;
  return received.match(/^HTTP\/1.1 (\d+)/)?.[1];
}

const lengths = {
  declared: `Content-Length: ${megabytes * 1_000_000}`,
  undeclared: 'Transfer-Encoding: chunked',
};
// Warms up: the first sign-in and the first large body load code and allocate buffers once.
await requestStatus(`${origin}/api/Authentication/Login`, signInOf(0));
for (const header of Object.values(lengths)) await sendLarge(header);
for (const [name, header] of Object.entries(lengths)) {
  const before = memoryOf(pid);
  const status = await sendLarge(header);
  const grown = memoryOf(pid) - before;
  const length = `${megabytes} MB, length ${name}`;
  figure('slow', `${length}: ${status}, ${grown.toFixed(0)} MiB grown (below ${mostGrowth})`);
  expectThat(status === '413' && grown < mostGrowth);
}

const logins = 200;
const running = { signIns: logins };
const signIns = Array.from({ length: logins }, (_, n) =>
  requestStatus(`${origin}/api/Authentication/Login`, signInOf(n)).finally(
    () => (running.signIns -= 1),
  ),
);
const times: number[] = [];
while (running.signIns > 0) {
  const began = performance.now();
  await requestBytes(`${origin}/health/live`);
  times.push(performance.now() - began);
}
const statuses = [...new Set(await Promise.all(signIns))].join(', ');
const p99 = percentile(times, 0.99).toFixed(0);
figure('slow', `${logins} concurrent sign-ins (${statuses}): /health/live p99 ${p99} ms`);
