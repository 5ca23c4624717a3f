import { setTimeout as sleep } from 'node:timers/promises';
import type { Headers } from '#tools/kit/organizations.ts';
import { randomFrom, seed } from '#tools/kit/seed.ts';

const transaction = { description: 'slowly', quantity: 1, price: 1, date: '2026-01-31' };
const body = Buffer.from(JSON.stringify(transaction));
const half = body.length >> 1;

/**
 * Milliseconds between the halves of a request: long enough for hundreds of requests in flight on a
 * small machine, and below the 15 seconds that the product waits for a body.
 */
const shortest = 4_000;
export const longestRequest = 11_000;

/** Clients that send their request bodies slowly, as over a slow line, each on a connection of its own. */
export class SlowRequests {
  readonly #url: string;
  readonly #headers: Headers;
  readonly #random = randomFrom(seed);
  answered = 0;
  /** True when no more requests are to begin. */
  isOver = false;
  /** Results of requests that did not succeed. */
  readonly failed: string[] = [];

  constructor(origin: string, headers: Headers) {
    this.#url = `${origin}/api/Transaction/Create`;
    this.#headers = {
      ...headers,
      'content-type': 'application/json',
      'content-length': String(body.length),
      connection: 'close',
    };
  }

  /** Sends one slow request to its end; calls `onBegun` when half of it is sent. */
  async send(onBegun: () => void = () => undefined): Promise<void> {
    const pause = shortest + this.#random() * (longestRequest - shortest);
    const halves = async function* () {
      yield body.subarray(0, half);
      onBegun();
      await sleep(pause);
      yield body.subarray(half);
    };
    const sent = { method: 'POST', headers: this.#headers, duplex: 'half' } as const;
    try {
      const reply = await fetch(this.#url, { ...sent, body: ReadableStream.from(halves()) });
      if (!reply.ok) throw new Error(`answered ${reply.status} ${await reply.text()}`);
      await reply.text();
      this.answered += 1;
    } catch (error) {
      const { message, cause } = error as Error;
      this.failed.push(`${message}, ${(cause as Error | undefined)?.message}`);
    }
  }

  /** Keeps so many requests in flight until it is over. */
  async keep(count: number): Promise<void> {
    const loop = async () => {
      await sleep(this.#random() * longestRequest);
      while (!this.isOver) await this.send();
    };
    await Promise.all(Array.from({ length: count }, loop));
  }
}
