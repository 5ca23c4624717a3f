import { Failure } from '#contract/errors.ts';

type Bounds = {
  /** Tasks that run at the same time. */
  concurrency: number;
  /** Tasks that may wait for their turn: of one visitor, and of all together. */
  waiting: { visitor: number; total: number };
};

type Waiting = { start: () => void };

/**
 * Runs expensive tasks a few at a time. Visitors with waiting tasks take turns, so that one with many
 * tasks delays another by one task only. A task beyond the bounds is refused at once:
 * `tooManyRequests` (429) when the visitor has too many waiting, `unavailable` (503) when all have.
 */
export class BoundedQueue {
  readonly #bounds: Bounds;
  /** By visitor, in the order of their turns. */
  readonly #waiting = new Map<string, Waiting[]>();
  #running = 0;
  #total = 0;

  constructor(bounds: Bounds) {
    this.#bounds = bounds;
  }

  /**
   * Runs a task of a visitor (`networkOf`, a session, a tenant: whatever the bound is meant for) when
   * its turn comes. Rejects with the reason of `signal` when that is aborted before.
   */
  async run<T>(visitor: string, task: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    if (this.#running < this.#bounds.concurrency) this.#running += 1;
    else await this.#turn(visitor, signal);
    try {
      return await task();
    } finally {
      this.#next();
    }
  }

  async #turn(visitor: string, signal: AbortSignal | undefined) {
    signal?.throwIfAborted();
    const own = this.#waiting.get(visitor) ?? [];
    if (own.length >= this.#bounds.waiting.visitor) {
      throw new Failure('tooManyRequests', { params: { seconds: 1 } });
    }
    if (this.#total >= this.#bounds.waiting.total) throw new Failure('unavailable');
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiting = { start: resolve };
    const leave = () => {
      this.#remove(visitor, waiting);
      reject(signal?.reason);
    };
    this.#waiting.set(visitor, [...own, waiting]);
    this.#total += 1;
    signal?.addEventListener('abort', leave, { once: true });
    await promise.finally(() => signal?.removeEventListener('abort', leave));
  }

  #next() {
    const [turn] = this.#waiting;
    if (!turn) {
      this.#running -= 1;
      return;
    }
    const [visitor, [first, ...rest]] = turn;
    // The visitor's next task waits behind those of all others.
    this.#waiting.delete(visitor);
    if (rest.length > 0) this.#waiting.set(visitor, rest);
    this.#total -= 1;
    first?.start();
  }

  #remove(visitor: string, waiting: Waiting) {
    const own = this.#waiting.get(visitor) ?? [];
    const rest = own.filter((other) => other !== waiting);
    this.#total -= own.length - rest.length;
    if (rest.length > 0) this.#waiting.set(visitor, rest);
    else this.#waiting.delete(visitor);
  }
}
