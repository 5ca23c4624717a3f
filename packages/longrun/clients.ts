import { setTimeout as sleep } from 'node:timers/promises';
import type { Headers } from '#tools/kit/organizations.ts';
import { randomFrom, seed } from '#tools/kit/seed.ts';

/** Request timeout in ms, longer than the product's own limits. */
const patience = 30_000;
/** Milliseconds in which slow clients begin one after the other, before the first of them is done. */
const beginning = 3_000;
/**
 * Milliseconds between the halves of a slow body: long enough for hundreds of requests in flight on a
 * small machine, and below the 15 seconds that the product waits for a body.
 */
const shortest = 4_000;
export const longestRequest = 11_000;

const create = '/Transaction/Create';
const transaction = { description: 'PETR4', quantity: 3, price: 2.55, date: '2026-03-01' };
const whole = Buffer.from(JSON.stringify(transaction));
const half = whole.length >> 1;

/** Returns path and body of the next request: one of several reads, or each third time a write. */
function requestOf(turn: number, headers: Headers): [path: string, body?: Buffer] {
  const members = `/TenantUsers/GetAll/${headers['x-tenant-key']}`;
  const reads = ['/Transaction/GetAll', '/Tenant/GetCurrent', members, '/Tenant/GetAll'];
  return turn % 3 === 0 ? [create, whole] : [reads[turn % 4] ?? ''];
}

type ClientOptions = {
  count: number;
  /** Milliseconds between a response and the next request of a client. */
  pause?: number;
  /** Only writes, and takes seconds to send a body, as over a slow line. */
  isSlow?: boolean;
};

/** Clients that each send one request after the other as one member, and record the results. */
export class SequentialClients {
  readonly #loops: Promise<void>[];
  readonly #over = new AbortController();
  readonly #random = randomFrom(seed);
  #slowest = 0;
  /** Number of successes per client. */
  readonly served: number[];
  readonly #failed: string[] = [];

  constructor(origin: string, headers: Headers, { count, pause = 0, isSlow }: ClientOptions) {
    const { signal } = this.#over;
    this.served = Array.from({ length: count }, () => 0);
    this.#loops = this.served.map(async (_, client) => {
      if (isSlow) await sleep((client / count) * beginning);
      for (let turn = client; !signal.aborted; turn += 1) {
        const [path, body] = isSlow ? [create, this.#halves()] : requestOf(turn, headers);
        const isServed = await this.#send(`${origin}/api${path}`, headers, body);
        if (isServed) this.served[client] = (this.served[client] ?? 0) + 1;
        // Retries sooner than Retry-After says, to measure the product's downtime.
        await sleep(isServed ? pause : 20, undefined, { signal }).catch(() => undefined);
      }
    });
  }

  /** Yields a body in two halves, seconds apart. */
  async *#halves() {
    yield whole.subarray(0, half);
    await sleep(shortest + this.#random() * (longestRequest - shortest));
    yield whole.subarray(half);
  }

  /** Sends a request; returns true when it succeeds. */
  async #send(url: string, headers: Headers, body?: RequestInit['body']): Promise<boolean> {
    const json = { 'content-type': 'application/json', 'content-length': String(whole.length) };
    const began = performance.now();
    try {
      const reply = await fetch(url, {
        // Idle connections would stay open until a process drains.
        headers: { ...headers, ...(body && json), connection: 'close' },
        ...(body && { method: 'POST', body, duplex: 'half' }),
        signal: AbortSignal.timeout(patience),
      });
      const text = await reply.text();
      if (reply.ok) return true;
      this.#failed.push(`${url}: ${reply.status} ${text.slice(0, 200)}`);
    } catch (error) {
      const { message, cause } = error as Error;
      this.#failed.push(
        `${url}: no response: ${message}, ${(cause as Error | undefined)?.message}`,
      );
    } finally {
      this.#slowest = Math.max(this.#slowest, performance.now() - began);
    }
    return false;
  }

  get total() {
    return this.served.reduce((sum, count) => sum + count, 0);
  }

  /** Returns and clears the responses other than successes. */
  takeFailed() {
    return this.#failed.splice(0);
  }

  /** Returns and resets the longest response time in ms. */
  takeSlowest() {
    const slowest = this.#slowest;
    this.#slowest = 0;
    return slowest;
  }

  /** Stops after the requests in flight. */
  async stop() {
    this.#over.abort();
    await Promise.all(this.#loops);
  }
}
