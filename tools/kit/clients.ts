import { setTimeout as sleep } from 'node:timers/promises';
import type { Headers } from './organizations.ts';

/** Request timeout in ms, longer than the product's own limits. */
const patience = 15_000;
const transaction = { description: 'PETR4', quantity: 3, price: 2.55, date: '2026-03-01' };

/** Clients that each send one request after the other as one member, and record the results. */
export class SequentialClients {
  readonly #loops: Promise<void>[];
  #isOver = false;
  #unavailable = 0;
  #slowest = 0;
  /** Number of successes per client. */
  readonly served: number[];
  /** Responses that were neither a success nor 503 with `Retry-After`. */
  readonly wrong: string[] = [];

  /** Starts clients that wait some ms between a response and the next request. */
  constructor(
    origin: string,
    headers: Headers,
    { count, pause }: { count: number; pause: number },
  ) {
    this.served = Array.from({ length: count }, () => 0);
    this.#loops = this.served.map(async (_, client) => {
      for (let turn = 0; !this.#isOver; turn += 1) {
        const result = await this.#send(`${origin}/api`, headers, client + turn);
        if (result === 'served') this.served[client] = (this.served[client] ?? 0) + 1;
        // Retries sooner than Retry-After says, to measure the product's downtime.
        await sleep(result === 'served' ? pause : 20);
      }
    });
  }

  /** Sends one of several reads, or each third time a write. */
  async #send(api: string, headers: Headers, turn: number): Promise<'served' | 'refused'> {
    const members = `/TenantUsers/GetAll/${headers['x-tenant-key']}`;
    const reads = ['/Transaction/GetAll', '/Tenant/GetCurrent', members, '/Tenant/GetAll'];
    const isWrite = turn % 3 === 0;
    const path = isWrite ? '/Transaction/Create' : (reads[turn % 4] ?? '');
    const json = { 'content-type': 'application/json' };
    const began = performance.now();
    try {
      const reply = await fetch(`${api}${path}`, {
        // Idle connections would stay open until a process drains.
        headers: { ...headers, ...(isWrite && json), connection: 'close' },
        ...(isWrite && { method: 'POST', body: JSON.stringify(transaction) }),
        signal: AbortSignal.timeout(patience),
      });
      const text = await reply.text();
      if (reply.ok) return 'served';
      if (reply.status === 503 && reply.headers.get('retry-after')) this.#unavailable += 1;
      else this.wrong.push(`${path}: ${reply.status} ${text.slice(0, 200)}`);
    } catch (error) {
      const { message, cause } = error as Error;
      this.wrong.push(`${path}: no response: ${message}, ${(cause as Error | undefined)?.message}`);
    } finally {
      this.#slowest = Math.max(this.#slowest, performance.now() - began);
    }
    return 'refused';
  }

  get total() {
    return this.served.reduce((sum, count) => sum + count, 0);
  }

  /** Waits until every client was served so many more times. */
  async servedAgain(times = 1) {
    const before = [...this.served];
    const isWaiting = (count: number, client: number) => count < (before[client] ?? 0) + times;
    while (this.served.some(isWaiting)) await sleep(1);
  }

  /** Returns and clears the responses that a graceful stop must not cause: all but successes. */
  takeFailed() {
    const unavailable = Array.from({ length: this.#unavailable }, () => 'answered 503');
    this.#unavailable = 0;
    return [...unavailable, ...this.wrong.splice(0)];
  }

  /** Returns and resets the longest response time in ms. */
  takeSlowest() {
    const slowest = this.#slowest;
    this.#slowest = 0;
    return slowest;
  }

  /** Stops after the requests in flight; returns a summary. */
  async stop() {
    this.#isOver = true;
    await Promise.all(this.#loops);
    return `${this.total} requests served, ${this.#unavailable} answered 503, ${this.wrong.length} anything else`;
  }
}
