import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Headers } from './organizations.ts';

const transaction = { description: 'slowly', quantity: 1, price: 1, date: '2026-01-31' };

/**
 * Between the halves of a request, in ms: so long that hundreds are in flight without being more than
 * a small machine can answer, and below the 15 seconds that the product waits for a body.
 */
const shortest = 4_000;
export const longest = 11_000;

/** Clients whose requests take seconds: what they write arrives bit by bit, as from a slow line. */
export class SlowClients {
  readonly #origin: string;
  readonly #headers: Headers;
  readonly #random: () => number;
  answered = 0;
  /** How requests ended that were not answered with a success. */
  readonly failed: string[] = [];

  constructor(origin: string, headers: Headers, random: () => number) {
    this.#origin = origin;
    this.#headers = headers;
    this.#random = random;
  }

  /** One slow request, to its end. `onBegun`: half of it is on its way. */
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

  /** How those ended that were not served. Each is told once. */
  takeFailed() {
    return this.failed.splice(0);
  }

  /** So many at once, each asking again and again, until told to stop. */
  async keep(count: number, isOn: () => boolean): Promise<void> {
    const one = async () => {
      await sleep(this.#random() * longest);
      while (isOn()) await this.ask();
    };
    await Promise.all(Array.from({ length: count }, one));
  }
}
