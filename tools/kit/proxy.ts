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

/**
 * Reverse proxy for several processes: forwards each request to the ready one with the fewest requests on
 * a new connection. Tries another when a connection is refused; never sends a request twice.
 */
export class ReverseProxy {
  readonly #server = createServer((from, to) => void this.#forward(from, to));
  readonly #backends = new Map<string, Backend>();

  static async open(stack: AsyncDisposableStack): Promise<ReverseProxy> {
    const proxy = new ReverseProxy();
    const server = proxy.#server;
    server.keepAliveTimeout = 60_000;
    server.on('upgrade', (from, socket: Socket, head) => void proxy.#upgrade(from, socket, head));
    await once(server.listen(0, '127.0.0.1', 1_024), 'listening');
    const checks = setInterval(() => void proxy.#check(), 100);
    stack.defer(() => {
      clearInterval(checks);
      server.closeAllConnections();
      server.close();
    });
    return proxy;
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

  async #check() {
    const checks = [...this.#backends].map(async ([origin, backend]) => {
      const signal = AbortSignal.timeout(5_000);
      const { ok } = await fetch(`${origin}/health/ready`, { signal }).catch(() => ({ ok: false }));
      backend.isReady = ok;
    });
    await Promise.all(checks);
  }

  async #connect(): Promise<{ backend: Backend; socket: Socket }> {
    for (;;) {
      const ready = [...this.#backends.values()].filter(({ isReady }) => isReady);
      const [backend] = ready.toSorted((a, b) => a.inFlight - b.inFlight);
      if (backend) {
        backend.inFlight += 1;
        const socket = connect({ port: backend.port, host: '127.0.0.1', allowHalfOpen: true });
        const refused = await once(socket, 'connect').then(
          () => null,
          (error: NodeJS.ErrnoException) => error,
        );
        if (!refused) return { backend, socket };
        backend.inFlight -= 1;
        backend.isReady = false;
        if (refused.code !== 'ECONNREFUSED') throw refused;
      } else await sleep(10);
    }
  }

  async #forward(from: IncomingMessage, to: ServerResponse) {
    const { backend, socket } = await this.#connect();
    const { method, url: path = '/' } = from;
    // No keep-alive: idle connections would stay open until the process drains.
    const headers = { ...from.headers, connection: 'close' };
    const onward = request({ method, path, headers, createConnection: () => socket });
    onward.on('response', (reply) => {
      const { connection: _, 'keep-alive': __, ...headers } = reply.headers;
      to.writeHead(reply.statusCode ?? 502, headers);
      reply.pipe(to);
    });
    // Passes a failure on to the client as a broken connection.
    onward.on('error', () => to.destroy());
    to.on('close', () => (backend.inFlight -= 1));
    from.pipe(onward);
  }

  async #upgrade(from: IncomingMessage, socket: Socket, head: Buffer) {
    const { backend, socket: onward } = await this.#connect();
    backend.inFlight -= 1;
    const lines = from.rawHeaders.flatMap((text, at) => (at % 2 ? `: ${text}\r\n` : text));
    onward.write(`${from.method} ${from.url} HTTP/1.1\r\n${lines.join('')}\r\n`);
    onward.write(head);
    for (const end of [socket, onward]) {
      end.on('error', () => undefined);
      end.on('close', () => [socket, onward].map((each) => each.destroy()));
    }
    socket.pipe(onward).pipe(socket);
  }
}
