/** Rate limit: allowed at one time, and per second afterwards. */
export type Rate = { burst: number; perSecond: number };

/** Token bucket (rate limiter). */
export class TokenBucket {
  readonly #rate: Rate;
  #left: number;
  #at = performance.now();

  constructor(rate: Rate) {
    this.#rate = rate;
    this.#left = rate.burst;
  }

  /** Takes `count` tokens; returns false and takes none when fewer are left. */
  take(count = 1): boolean {
    this.#refill();
    if (this.#left < count) return false;
    this.#left -= count;
    return true;
  }

  /** Returns true when all tokens are back. */
  get isFull() {
    this.#refill();
    return this.#left === this.#rate.burst;
  }

  #refill() {
    const now = performance.now();
    const grown = ((now - this.#at) / 1_000) * this.#rate.perSecond;
    this.#left = Math.min(this.#rate.burst, this.#left + grown);
    this.#at = now;
  }
}
