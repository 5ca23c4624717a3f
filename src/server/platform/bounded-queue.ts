import { Failure } from '#contract/errors.ts';

type Bounds = {
  /** How many run at a time; a function is asked whenever a task could start. */
  concurrency: number | (() => number);
  /** Tasks that may wait: per visitor, and in total. */
  waiting: { visitor: number; total: number };
};

type Waiting = { start: () => void };

/**
 * Runs expensive tasks, a few at a time. Visitors with waiting tasks take turns, so that many tasks of one
 * delay another by one task only. Rejects a task beyond the bounds: `tooManyRequests` (429) when the
 * visitor has too many waiting, `unavailable` (503) when all visitors together have.
 */
export class BoundedQueue {
  readonly #bounds: Bounds;
  /** Waiting tasks by visitor, in the order of their turns. */
  readonly #waiting = new Map<string, Waiting[]>();
  #running = 0;
  #total = 0;

  constructor(bounds: Bounds) {
    this.#bounds = bounds;
  }

  /**
   * Runs a task of a visitor when its turn comes. The key can be a network, session or tenant, whichever
   * the bound is for. Rejects with the reason of `signal` when that is aborted while waiting.
   */
  async run<T>(visitor: string, task: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    // The concurrency may have risen since the last task ended.
    this.#startWaiting();
    if (this.#isFree()) this.#running += 1;
    else await this.#turn(visitor, signal);
    try {
      return await task();
    } finally {
      this.#running -= 1;
      this.#startWaiting();
    }
  }

  #isFree() {
    const { concurrency } = this.#bounds;
    return this.#running < (typeof concurrency === 'number' ? concurrency : concurrency());
  }

  async #turn(visitor: string, signal: AbortSignal | undefined) {
    signal?.throwIfAborted();
    const own = this.#waiting.get(visitor) ?? [];
    if (own.length >= this.#bounds.waiting.visitor) {
      throw new Failure('tooManyRequests', { params: { seconds: 1 } });
    }
    if (this.#total >= this.#bounds.waiting.total) {
      throw new Failure('unavailable', { cause: new Error('too much work is waiting') });
    }
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

  #startWaiting() {
    for (const [visitor, [first, ...rest]] of this.#waiting) {
      if (!this.#isFree()) return;
      // The visitor's next task waits behind one of each other visitor; the loop comes to it last.
      this.#waiting.delete(visitor);
      if (rest.length > 0) this.#waiting.set(visitor, rest);
      this.#total -= 1;
      this.#running += 1;
      first?.start();
    }
  }

  #remove(visitor: string, waiting: Waiting) {
    const own = this.#waiting.get(visitor) ?? [];
    const rest = own.filter((other) => other !== waiting);
    this.#total -= own.length - rest.length;
    if (rest.length > 0) this.#waiting.set(visitor, rest);
    else this.#waiting.delete(visitor);
  }
}
