import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { callerAt } from '#tools/caller.ts';
import { attempt } from './attempt.ts';
import type { Headers } from './organizations.ts';

/** Request timeout in ms, longer than the product's own limits. */
const patience = 15_000;

type Asked = { method: 'GET' | 'POST'; path: string; body?: object };

const transaction = { description: 'of the crowd', quantity: 1, price: 1, date: '2026-01-31' };
const readsOf = (tenant: string) => [
  '/Transaction/GetAll',
  '/Tenant/GetCurrent',
  `/TenantUsers/GetAll/${tenant}`,
  '/Tenant/GetAll',
];

type Size = {
  size: number;
  /** Pause in ms between a response and the next request of a client. */
  pause: number;
};

/** Clients that read and write in sequence, and record the results. */
export class Crowd {
  readonly #origin: string;
  readonly #headers: Headers;
  readonly #pause: number;
  readonly #clients: Promise<void>[];
  /** Number of successes per client. */
  readonly #served: number[];
  #isOver = false;
  #unavailable = 0;
  #slowest = 0;
  /** Responses that were neither a success nor 503 with `Retry-After`. */
  readonly wrong: string[] = [];

  constructor(origin: string, headers: Headers, { size, pause }: Size) {
    this.#origin = origin;
    this.#headers = headers;
    this.#pause = pause;
    this.#served = Array.from({ length: size }, () => 0);
    this.#clients = this.#served.map((_, client) => this.#ask(client));
  }

  async #ask(client: number) {
    const reads = readsOf(this.#headers['x-tenant-key']);
    for (let count = 0; !this.#isOver; count += 1) {
      const read = reads[(client + count) % reads.length] ?? '';
      const asked: Asked =
        count % 3 === 0
          ? { method: 'POST', path: '/Transaction/Create', body: transaction }
          : { method: 'GET', path: read };
      const began = performance.now();
      const what = await this.#answerTo(asked).catch(noAnswer);
      this.#slowest = Math.max(this.#slowest, performance.now() - began);
      if (what === 'served') this.#served[client] = (this.#served[client] ?? 0) + 1;
      else if (what === 'unavailable') this.#unavailable += 1;
      else this.wrong.push(`${asked.method} ${asked.path}: ${what}`);
      // Retries sooner than Retry-After says, to measure the product's downtime.
      await sleep(what === 'served' ? this.#pause : 20);
    }
  }

  async #answerTo({ method, path, body }: Asked) {
    const answer = await fetch(`${this.#origin}/api${path}`, {
      method,
      headers: { ...this.#headers, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(patience),
    });
    const text = await answer.text();
    if (answer.ok) return 'served';
    if (answer.status === 503 && answer.headers.get('retry-after')) return 'unavailable';
    return `${answer.status} ${text.slice(0, 200)}`;
  }

  /** Waits for so many more successful responses. */
  async served(more: number) {
    const enough = this.answered + more;
    while (this.answered < enough) await sleep(2);
  }

  /** Waits until every client was served once more. */
  async everybodyServed() {
    const before = [...this.#served];
    while (this.#served.some((count, client) => count === before[client])) await sleep(1);
  }

  /** Invites a new person, with retries; returns the email address. */
  async invite(name: string) {
    const email = `${name}@invited.example`;
    const body = { email, firstName: 'Rui', lastName: 'Alves', role: 2 } as const;
    const headers = { ...this.#headers, 'idempotency-key': randomUUID() };
    const api = callerAt(this.#origin, headers);
    const send = () => api.invitations.invite({ body });
    while (!(await attempt(send, { again: false })).known) await sleep(20);
    return email;
  }

  async goHome() {
    this.#isOver = true;
    await Promise.all(this.#clients);
  }

  get answered() {
    return this.#served.reduce((sum, count) => sum + count, 0);
  }

  /** Returns and clears the responses that a graceful stop must not give: all but successes. */
  takeFailed() {
    const told = Array.from({ length: this.#unavailable }, () => 'told 503');
    this.#unavailable = 0;
    return [...told, ...this.wrong.splice(0)];
  }

  /** Returns and resets the longest response time in ms. */
  takeSlowest() {
    const slowest = this.#slowest;
    this.#slowest = 0;
    return slowest;
  }

  get said() {
    return `${this.answered} requests served, ${this.#unavailable} told 503, ${this.wrong.length} anything else`;
  }
}

const noAnswer = (error: unknown) => {
  const { message, cause } = error as Error;
  return `no answer: ${message}${cause ? `, ${(cause as Error).message}` : ''}`;
};
