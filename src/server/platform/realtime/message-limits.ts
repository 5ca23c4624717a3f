/** Rate limits of incoming messages: per socket, per user, and per process. */
export type MessageBounds = { socket: Rate; user: Rate; process: Rate };

/** Limits far above what a SignalR client sends: a ping every 15 seconds and its user's actions. */
const defaultBounds: MessageBounds = {
  socket: { burst: 100, perSecond: 20 },
  user: { burst: 300, perSecond: 60 },
  process: { burst: 5_000, perSecond: 2_000 },
};

/** Limit that is exceeded: that of the socket or user, or that of the process; null if none. */
type Exceeded = 'own' | 'process' | null;

/** Counts everything that clients send, before it is parsed and valid or not (R-SEC-15). */
export class MessageLimits {
  readonly #bounds: MessageBounds;
  readonly #all: TokenBucket;
  readonly #people = new Map<string, TokenBucket>();

  constructor(bounds = defaultBounds) {
    this.#bounds = bounds;
    this.#all = new TokenBucket(bounds.process);
  }

  /** Returns a counter for the messages of one more socket of a user. */
  forSocket(user: string): (count: number) => Exceeded {
    const own = new TokenBucket(this.#bounds.socket);
    return (count) => {
      if (!own.take(count) || !this.#ofPerson(user).take(count)) return 'own';
      return this.#all.take(count) ? null : 'process';
    };
  }

  /** Drops the counters of users who have been quiet long enough for a full allowance. */
  dropIdle() {
    for (const [user, bucket] of this.#people) if (bucket.isFull) this.#people.delete(user);
  }

  #ofPerson(user: string) {
    const bucket = this.#people.get(user) ?? new TokenBucket(this.#bounds.user);
    this.#people.set(user, bucket);
    return bucket;
  }
}

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
