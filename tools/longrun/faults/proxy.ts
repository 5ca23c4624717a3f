import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** Process behind the proxy. */
interface Backend {
  port: number;
  isReady: boolean;
  /** Number of requests without a response yet. */
  inFlight: number;
}

const lookEvery = 100;

/**
 * Reverse proxy for several processes: forwards each request to a ready one on a new connection. Tries
 * another process when a connection is refused; never sends a request twice.
 */
export class Proxy {
  readonly #server = createServer((from, to) => void this.#lead(from, to));
  readonly #backends = new Map<string, Backend>();
  readonly #looking: NodeJS.Timeout;

  static async open(stack: AsyncDisposableStack): Promise<Proxy> {
    const proxy = new Proxy();
    await once(proxy.#server.listen(0, '127.0.0.1', 1_024), 'listening');
    stack.defer(() => proxy.#close());
    return proxy;
  }

  private constructor() {
    this.#server.keepAliveTimeout = 60_000;
    this.#server.on('upgrade', (from, socket: Socket, head) => void this.#join(from, socket, head));
    this.#looking = setInterval(() => void this.#look(), lookEvery);
  }

  get origin() {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Adds a process and waits until it is ready. */
  async add(origin: string) {
    const backend: Backend = { port: Number(new URL(origin).port), isReady: false, inFlight: 0 };
    this.#backends.set(origin, backend);
    while (!backend.isReady) await sleep(20);
  }

  remove(origin: string) {
    this.#backends.delete(origin);
  }

  /** Returns the number of unanswered requests of one process or of all. */
  inFlight(origin?: string): number {
    const some = [...this.#backends].filter(([at]) => origin === undefined || at === origin);
    return some.reduce((sum, [, { inFlight }]) => sum + inFlight, 0);
  }

  async #look() {
    const looks = [...this.#backends].map(async ([origin, backend]) => {
      const signal = AbortSignal.timeout(5_000);
      const { ok } = await fetch(`${origin}/health/ready`, { signal }).catch(() => ({ ok: false }));
      backend.isReady = ok;
    });
    await Promise.all(looks);
  }

  /** Connects to the ready process with the fewest requests. */
  async #reach(): Promise<{ backend: Backend; socket: Socket }> {
    for (;;) {
      const ready = [...this.#backends.values()].filter(({ isReady }) => isReady);
      const [backend] = ready.toSorted((a, b) => a.inFlight - b.inFlight);
      if (!backend) {
        await sleep(10);
        continue;
      }
      backend.inFlight += 1;
      const socket = connect({ port: backend.port, host: '127.0.0.1', allowHalfOpen: true });
      const refused = await Promise.race([
        once(socket, 'connect').then(() => null),
        once(socket, 'error').then(([error]) => error as NodeJS.ErrnoException),
      ]).catch((error: NodeJS.ErrnoException) => error);
      if (!refused) return { backend, socket };
      backend.inFlight -= 1;
      backend.isReady = false;
      if (refused.code !== 'ECONNREFUSED') throw refused;
    }
  }

  async #lead(from: IncomingMessage, to: ServerResponse) {
    const { backend, socket } = await this.#reach();
    const { method, url = '/' } = from;
    // No keep-alive: idle connections would stay open until the process drains.
    const headers = { ...from.headers, connection: 'close' };
    const onward = request({ method, path: url, headers, createConnection: () => socket });
    let isOver = false;
    const end = () => {
      if (!isOver) backend.inFlight -= 1;
      isOver = true;
    };
    onward.on('response', (answer) => {
      const { connection: _, 'keep-alive': __, ...told } = answer.headers;
      to.writeHead(answer.statusCode ?? 502, told);
      answer.pipe(to);
    });
    // Passes a failure on to the client as a broken connection.
    onward.on('error', () => {
      end();
      to.destroy();
    });
    to.on('close', end);
    from.pipe(onward);
  }

  async #join(from: IncomingMessage, socket: Socket, head: Buffer) {
    const { backend, socket: onward } = await this.#reach();
    backend.inFlight -= 1;
    const lines = from.rawHeaders.flatMap((text, at) => (at % 2 ? `: ${text}\r\n` : text));
    onward.write(`${from.method} ${from.url} HTTP/1.1\r\n${lines.join('')}\r\n`);
    onward.write(head);
    for (const end of [socket, onward]) {
      end
        .on('error', () => undefined)
        .on('close', () => [socket, onward].map((it) => it.destroy()));
    }
    socket.pipe(onward).pipe(socket);
  }

  async #close() {
    clearInterval(this.#looking);
    this.#server.closeAllConnections();
    this.#server.close();
  }
}
