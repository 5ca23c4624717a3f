import { TokenBucket, type Rate } from './token-bucket.ts';

/** Rate limits of incoming messages: per socket, per user, and per process. */
export type MessageBounds = { socket: Rate; user: Rate; process: Rate };

/**
 * Limits far above what a SignalR client sends: a ping every 15 seconds and the actions of its user, of
 * which the hub runs 10 at a time and 5 a second.
 */
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
