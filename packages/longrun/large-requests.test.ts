import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { closeOf, connectTo } from '#tools/kit/http.ts';
import { memoryOf } from '#tools/kit/processes.ts';
import { figure } from '#tools/kit/seed.ts';
import { startProduct } from '#tools/kit/servers.ts';

const megabytes = 100;
/** MiB that may remain. */
const mostGrowth = 20;
const tenth = ' '.repeat(100_000);

/** Sends a large body with or without its length until it is refused; returns the status. */
async function sendLarge(origin: string, length: string): Promise<string | undefined> {
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

// In long runs only (`npm run longrun -- slow`), which build the product first.
test.runIf(process.env['LONGRUN_FIGURES'])(
  'A client that sends a hundred megabytes takes no memory (R-SEC-15)',
  async () => {
    await using stack = new AsyncDisposableStack();
    const { origin, pid } = await startProduct(stack);
    // Warms up: the first large bodies load code and allocate buffers once.
    for (const header of Object.values(lengths)) await sendLarge(origin, header);
    for (const [name, header] of Object.entries(lengths)) {
      const before = memoryOf(pid);
      const status = await sendLarge(origin, header);
      const grown = memoryOf(pid) - before;
      figure('slow', `${megabytes} MB, length ${name}: ${status}, ${grown.toFixed(0)} MiB grown`);
      expect(status).toBe('413');
      expect(grown).toBeLessThan(mostGrowth);
    }
  },
);
