import { setTimeout as sleep } from 'node:timers/promises';
import type { Headers } from './organizations.ts';

/** Request timeout in ms, longer than the product's own limits. */
const patience = 15_000;
const transaction = { description: 'PETR4', quantity: 3, price: 2.55, date: '2026-03-01' };

/** Clients that each send one request after the other as one member, and record the results. */
export class SequentialClients {
  readonly #url: string;
  readonly #headers: Headers;
  readonly #pause: number;
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
    this.#url = `${origin}/api`;
    this.#headers = headers;
    this.#pause = pause;
    this.served = Array.from({ length: count }, () => 0);
    this.#loops = this.served.map((_, client) => this.#loop(client));
  }

  async #loop(client: number) {
    const members = `/TenantUsers/GetAll/${this.#headers['x-tenant-key']}`;
    const reads = ['/Transaction/GetAll', '/Tenant/GetCurrent', members, '/Tenant/GetAll'];
    for (let turn = 0; !this.#isOver; turn += 1) {
      const isWrite = turn % 3 === 0;
      const path = isWrite ? '/Transaction/Create' : (reads[(client + turn) % 4] ?? '');
      const began = performance.now();
      const result = await this.#send(path, isWrite ? transaction : null).catch(messageOf);
      this.#slowest = Math.max(this.#slowest, performance.now() - began);
      if (result === 'served') this.served[client] = (this.served[client] ?? 0) + 1;
      else if (result === 'unavailable') this.#unavailable += 1;
      else this.wrong.push(`${path}: ${result}`);
      // Retries sooner than Retry-After says, to measure the product's downtime.
      await sleep(result === 'served' ? this.#pause : 20);
    }
  }

  async #send(path: string, body: object | null) {
    const reply = await fetch(`${this.#url}${path}`, {
      headers: { ...this.#headers, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(patience),
    });
    const text = await reply.text();
    if (reply.ok) return 'served';
    if (reply.status === 503 && reply.headers.get('retry-after')) return 'unavailable';
    return `${reply.status} ${text.slice(0, 200)}`;
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

const messageOf = (error: unknown) => {
  const { message, cause } = error as Error;
  return `no response: ${message}${cause ? `, ${(cause as Error).message}` : ''}`;
};
