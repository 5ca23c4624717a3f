import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
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

/** Clients that send their request bodies slowly, as over a slow line. */
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
    const length = String(body.length);
    this.#headers = { ...headers, 'content-type': 'application/json', 'content-length': length };
  }

  /** Sends one slow request to its end; calls `onBegun` when half of it is sent. */
  async send(onBegun: () => void = () => undefined): Promise<void> {
    const sent = request(this.#url, { method: 'POST', agent: false, headers: this.#headers });
    const replied = once(sent, 'response') as Promise<[IncomingMessage]>;
    replied.catch(() => undefined);
    try {
      sent.write(body.subarray(0, half));
      const [socket] = (await once(sent, 'socket')) as [Socket];
      if (socket.connecting) await once(socket, 'connect');
      onBegun();
      const pause = shortest + this.#random() * (longestRequest - shortest);
      await Promise.race([sleep(pause), replied]);
      sent.end(body.subarray(half));
      const [reply] = await replied;
      reply.resume();
      if (reply.statusCode !== 200) throw new Error(`answered ${reply.statusCode}`);
      this.answered += 1;
    } catch (error) {
      this.failed.push(String(error));
    } finally {
      sent.destroy();
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
