/** How many at once, and how many a second from then on. */
export type Rate = { burst: number; perSecond: number };

/** An allowance that grows back as it is used. */
export class TokenBucket {
  readonly #rate: Rate;
  #left: number;
  #at = performance.now();

  constructor(rate: Rate) {
    this.#rate = rate;
    this.#left = rate.burst;
  }

  /** Takes as many off; false, and nothing is taken, when fewer are left. */
  take(count = 1): boolean {
    this.#refill();
    if (this.#left < count) return false;
    this.#left -= count;
    return true;
  }

  /** Whether nothing of it is used any more. */
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
