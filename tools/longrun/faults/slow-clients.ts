import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Headers } from './organizations.ts';

const transaction = { description: 'slowly', quantity: 1, price: 1, date: '2026-01-31' };

/**
 * Milliseconds between the halves of a request: long enough for hundreds of requests in flight on a
 * small machine, and below the 15 seconds that the product waits for a body.
 */
const shortest = 4_000;
export const longest = 11_000;

/** Clients that send their request bodies slowly, as over a slow line. */
export class SlowClients {
  readonly #origin: string;
  readonly #headers: Headers;
  readonly #random: () => number;
  answered = 0;
  /** Results of requests that did not succeed. */
  readonly failed: string[] = [];

  constructor(origin: string, headers: Headers, random: () => number) {
    this.#origin = origin;
    this.#headers = headers;
    this.#random = random;
  }

  /** Sends one slow request to its end; calls `onBegun` when half of it is sent. */
  async ask(onBegun: () => void = () => undefined): Promise<void> {
    const body = Buffer.from(JSON.stringify(transaction));
    const half = body.length >> 1;
    const sent = request(`${this.#origin}/api/Transaction/Create`, {
      method: 'POST',
      agent: false,
      headers: {
        ...this.#headers,
        'content-type': 'application/json',
        'content-length': body.length,
      },
    });
    const answered = once(sent, 'response') as Promise<[IncomingMessage]>;
    answered.catch(() => undefined);
    try {
      sent.write(body.subarray(0, half));
      const [socket] = (await once(sent, 'socket')) as [Socket];
      if (socket.connecting) await once(socket, 'connect');
      onBegun();
      await Promise.race([sleep(shortest + this.#random() * (longest - shortest)), answered]);
      sent.end(body.subarray(half));
      const [answer] = await answered;
      answer.resume();
      if (answer.statusCode !== 200) throw new Error(`answered ${answer.statusCode}`);
      this.answered += 1;
    } catch (error) {
      this.failed.push(String(error));
    } finally {
      sent.destroy();
    }
  }

  /** Returns and clears the failed requests. */
  takeFailed() {
    return this.failed.splice(0);
  }

  /** Keeps so many requests in flight until told to stop. */
  async keep(count: number, isOn: () => boolean): Promise<void> {
    const one = async () => {
      await sleep(this.#random() * longest);
      while (isOn()) await this.ask();
    };
    await Promise.all(Array.from({ length: count }, one));
  }
}
