/** Measures the product's memory while a client sends a hundred megabytes (`npm run longrun -- slow`; R-SEC-15). */
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { closeOf, connectTo } from '#tools/kit/http.ts';
import { memoryOf } from '#tools/kit/processes.ts';
import { fail, figure } from '#tools/kit/seed.ts';
import { startProduct } from '#tools/kit/servers.ts';

await using stack = new AsyncDisposableStack();
const { origin, pid } = await startProduct(stack);

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
// Warms up: the first large bodies load code and allocate buffers once.
for (const header of Object.values(lengths)) await sendLarge(header);
for (const [name, header] of Object.entries(lengths)) {
  const before = memoryOf(pid);
  const status = await sendLarge(header);
  const grown = memoryOf(pid) - before;
  const result = `${status}, ${grown.toFixed(0)} MiB grown (below ${mostGrowth})`;
  figure('slow', `${megabytes} MB, length ${name}: ${result}`);
  if (status !== '413' || grown >= mostGrowth) fail(`length ${name}: ${result}`);
}
