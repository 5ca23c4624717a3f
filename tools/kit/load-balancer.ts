import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** Process behind the load balancer. */
type Backend = {
  port: number;
  isReady: boolean;
  /** Number of open connections. */
  open: number;
};

/**
 * Load balancer for several processes: connects each client to the ready one with the fewest connections,
 * to another when that refuses. Requests with `Connection: close` are balanced one by one.
 */
export class LoadBalancer {
  readonly #server = createServer({ allowHalfOpen: true }, (from) => void this.#forward(from));
  readonly #backends = new Map<string, Backend>();

  static async open(stack: AsyncDisposableStack): Promise<LoadBalancer> {
    const balancer = new LoadBalancer();
    await once(balancer.#server.listen(0, '127.0.0.1', 1_024), 'listening');
    const checks = setInterval(() => void balancer.#check(), 100);
    stack.defer(() => {
      clearInterval(checks);
      balancer.#server.close();
    });
    return balancer;
  }

  get origin() {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Adds a process and waits until it is ready. */
  async add(origin: string) {
    const backend: Backend = { port: Number(new URL(origin).port), isReady: false, open: 0 };
    this.#backends.set(origin, backend);
    while (!backend.isReady) await sleep(20);
  }

  remove(origin: string) {
    this.#backends.delete(origin);
  }

  /** Returns the number of open connections of one process or of all. */
  connections(origin?: string): number {
    const some = [...this.#backends].filter(([at]) => origin === undefined || at === origin);
    return some.reduce((sum, [, { open }]) => sum + open, 0);
  }

  async #check() {
    const checks = [...this.#backends].map(async ([origin, backend]) => {
      const signal = AbortSignal.timeout(5_000);
      const { ok } = await fetch(`${origin}/health/ready`, { signal }).catch(() => ({ ok: false }));
      backend.isReady = ok;
    });
    await Promise.all(checks);
  }

  async #forward(from: Socket) {
    from.on('error', () => undefined);
    while (!from.destroyed) {
      const ready = [...this.#backends.values()].filter(({ isReady }) => isReady);
      const [backend] = ready.toSorted((a, b) => a.open - b.open);
      if (!backend) await sleep(10);
      else if (await this.#connect(from, backend)) return;
      else backend.isReady = false;
    }
  }

  /** Connects a client to a process; returns false when the process refuses. */
  async #connect(from: Socket, backend: Backend): Promise<boolean> {
    backend.open += 1;
    const onward = connect({ port: backend.port, host: '127.0.0.1', allowHalfOpen: true });
    onward.once('close', () => (backend.open -= 1));
    try {
      await once(onward, 'connect');
    } catch {
      return false;
    }
    // Passes a failure on as a broken connection.
    onward.on('error', () => from.destroy());
    from.once('close', () => onward.destroy());
    onward.once('close', () => from.destroySoon());
    from.pipe(onward).pipe(from);
    return true;
  }
}
