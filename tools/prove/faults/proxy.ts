import { once } from 'node:events';
import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** A process behind the proxy. */
interface Backend {
  port: number;
  isReady: boolean;
  /** Requests that it has not answered yet. */
  inFlight: number;
}

const lookEvery = 100;

/**
 * What stands before several processes: it leads each request to a ready one, on a connection of its
 * own. It tries another one when a connection is refused; what was sent is never sent again.
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

  /** Puts a process behind it, and waits until it is ready. */
  async add(origin: string) {
    const backend: Backend = { port: Number(new URL(origin).port), isReady: false, inFlight: 0 };
    this.#backends.set(origin, backend);
    while (!backend.isReady) await sleep(20);
  }

  remove(origin: string) {
    this.#backends.delete(origin);
  }

  /** How many requests a process, or all of them, have not answered yet. */
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

  /** A connection to the ready process that has least to do. */
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
    // No other request goes that way: kept, connections would be open until the process has no more.
    const headers = { ...from.headers, connection: 'close' };
    const onward = ask({ method, path: url, headers, createConnection: () => socket });
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
    // What breaks on the way is what the client must see: a broken connection.
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
