import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** Behavior of one slow connection: what it sends first and at intervals. */
interface Attack {
  shows: string;
  first: string;
  drip: string;
  /** True when it reads the responses. */
  reads: boolean;
}

/** Attacks by a few slow clients that could block a server for all others. */
export const attacks = {
  head: {
    shows: 'heads that never end',
    first: 'GET /health/live HTTP/1.1\r\nHost: a\r\n',
    drip: 'X-A: b\r\n',
    reads: true,
  },
  body: {
    shows: 'bodies that never end',
    first:
      'POST /api/Authentication/Login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n' +
      'Content-Length: 60000\r\n\r\n{"a":"',
    drip: 'b',
    reads: true,
  },
  chunks: {
    shows: 'bodies of endless small chunks',
    first:
      'POST /api/Authentication/Login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n' +
      'Transfer-Encoding: chunked\r\n\r\n',
    drip: '1\r\nb\r\n',
    reads: true,
  },
  reader: {
    shows: 'readers that take nothing of what they ask for',
    first: 'GET /api/openapi.json HTTP/1.1\r\nHost: a\r\n\r\n',
    drip: '',
    reads: false,
  },
  idle: { shows: 'connections that say nothing', first: '', drip: '', reads: true },
} satisfies Record<string, Attack>;

const begin = async ({ first, reads }: Attack, origin: string) => {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  socket.write(first);
  // Being disconnected is the expected result.
  socket.on('error', () => undefined);
  if (reads) socket.resume();
  else socket.pause();
  return socket;
};

/** Resolves when a connection is closed, with or without an error. */
export const endOf = (socket: Socket) =>
  socket.closed ? undefined : new Promise((resolve) => socket.once('close', resolve));

const end = (socket: Socket) => {
  const over = endOf(socket);
  socket.destroy();
  return over;
};

/** Sends an ordinary request on a connection of its own. */
const ask = async (url: string) => {
  const request = get(url, { agent: false });
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  answer.resume();
  await once(answer, 'close');
  return answer.statusCode ?? 0;
};

interface Siege {
  attack: Attack;
  origin: string;
  /** Number of attacking connections. */
  many: number;
  /** Milliseconds between two drips, and between two requests of another client. */
  every: number;
  /** Milliseconds until the attack is given up. */
  atMost: number;
  /** Returns the number of the server's connections. */
  connections: () => Promise<number>;
}

/**
 * Attacks until the server has closed every attacking connection, while another client sends requests.
 * Returns the number of connections left open, the statuses of the other client, its longest wait and
 * the duration of the attack in ms.
 */
export async function besiege({ attack, origin, many, every, atMost, connections }: Siege) {
  const before = await connections();
  // Connections are accepted in order, so a request on a later one finds all of these counted.
  const sockets = await Promise.all(Array.from({ length: many }, () => begin(attack, origin)));
  const began = performance.now();
  const answers: Record<number, number> = {};
  let slowest = 0;
  let open = many;
  let took = 0;
  do {
    await sleep(every);
    for (const socket of sockets) if (socket.writable && attack.drip) socket.write(attack.drip);
    const asked = performance.now();
    const status = await ask(`${origin}/health/ready`);
    slowest = Math.max(slowest, performance.now() - asked);
    answers[status] = (answers[status] ?? 0) + 1;
    // A socket that does not read never notices its end: ask the server for its connections instead.
    open = attack.reads
      ? sockets.filter(({ closed }) => !closed).length
      : Math.max(0, (await connections()) - before);
    took = performance.now() - began;
  } while (open > 0 && took < atMost);
  await Promise.all(sockets.map(end));
  return { open, answers, slowest, took };
}
