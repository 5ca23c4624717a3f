import { setTimeout as sleep } from 'node:timers/promises';
import { closeOf, connectTo, requestStatus } from '#tools/kit/http.ts';

/** Behavior of one slow connection: what it sends first and at intervals. */
type SlowConnection = {
  shows: string;
  first: string;
  drip: string;
  /** True when it reads the responses. */
  reads: boolean;
};

const login =
  'POST /api/Authentication/Login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n';

/** Slow connections, a few of which could block a server for all others. */
export const slowConnections = {
  head: {
    shows: 'heads that never end',
    first: 'GET /health/live HTTP/1.1\r\nHost: a\r\n',
    drip: 'X-A: b\r\n',
    reads: true,
  },
  body: {
    shows: 'bodies that never end',
    first: `${login}Content-Length: 60000\r\n\r\n{"a":"`,
    drip: 'b',
    reads: true,
  },
  chunks: {
    shows: 'bodies of endless small chunks',
    first: `${login}Transfer-Encoding: chunked\r\n\r\n`,
    drip: '1\r\nb\r\n',
    reads: true,
  },
  reader: {
    shows: 'clients that do not read the response',
    first: 'GET /api/openapi.json HTTP/1.1\r\nHost: a\r\n\r\n',
    drip: '',
    reads: false,
  },
  idle: { shows: 'connections that send nothing', first: '', drip: '', reads: true },
} satisfies Record<string, SlowConnection>;

type SlowAttack = {
  origin: string;
  /** Number of slow connections. */
  many: number;
  /** Milliseconds between two drips, and between two requests of another client. */
  every: number;
  /** Milliseconds until the attack is given up. */
  atMost: number;
  /** Returns the number of the server's connections. */
  connections: () => Promise<number>;
};

/**
 * Keeps slow connections until the server has closed all of them, while another client sends requests.
 * Returns the number left open, the statuses of the other client, its longest wait and the duration (ms).
 */
export async function attackSlowly(
  { first, drip, reads }: SlowConnection,
  { origin, many, every, atMost, connections }: SlowAttack,
) {
  const before = await connections();
  const sockets = await Promise.all(Array.from({ length: many }, () => connectTo(origin)));
  for (const socket of sockets) {
    socket.write(first);
    if (reads) socket.resume();
  }
  const began = performance.now();
  const statuses: Record<string, number> = {};
  let [slowest, open, took] = [0, many, 0];
  do {
    await sleep(every);
    for (const socket of sockets) if (socket.writable && drip) socket.write(drip);
    const sent = performance.now();
    // On a connection of its own, accepted after the slow ones.
    const status = await requestStatus(`${origin}/health/ready`, { agent: false });
    slowest = Math.max(slowest, performance.now() - sent);
    statuses[status] = (statuses[status] ?? 0) + 1;
    // A socket that does not read never notices its end: the server's connections are counted instead.
    open = reads
      ? sockets.filter(({ closed }) => !closed).length
      : Math.max(0, (await connections()) - before);
    took = performance.now() - began;
  } while (open > 0 && took < atMost);
  await Promise.all(sockets.map((socket) => closeOf(socket.destroy())));
  return { open, statuses, slowest, took };
}
