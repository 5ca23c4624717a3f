import { TokenBucket, type Rate } from './token-bucket.ts';

/** Bounds of what clients send: of one socket, of one person's sockets, of all in this process. */
export type MessageBounds = { socket: Rate; person: Rate; process: Rate };

/**
 * A client of SignalR sends a ping every fifteen seconds and what its person does; of that, ten
 * messages at once and five a second are carried out.
 */
const usualBounds: MessageBounds = {
  socket: { burst: 100, perSecond: 20 },
  person: { burst: 300, perSecond: 60 },
  process: { burst: 5_000, perSecond: 2_000 },
};

/** Whose allowance is used up; null while nobody's is. */
type Exceeded = 'own' | 'process' | null;

/**
 * Counts whatever clients send, before it is read: invocations, pings, frames of the WebSocket protocol
 * and what is no message at all.
 */
export class MessageLimits {
  readonly #bounds: MessageBounds;
  readonly #all: TokenBucket;
  readonly #people = new Map<string, TokenBucket>();

  constructor(bounds = usualBounds) {
    this.#bounds = bounds;
    this.#all = new TokenBucket(bounds.process);
  }

  /** Returns what counts the messages of one more socket of a person. */
  forSocket(user: string): (count: number) => Exceeded {
    const own = new TokenBucket(this.#bounds.socket);
    return (count) => {
      if (!own.take(count) || !this.#ofPerson(user).take(count)) return 'own';
      return this.#all.take(count) ? null : 'process';
    };
  }

  /** Forgets the people who have sent nothing for a while. */
  forget() {
    for (const [user, bucket] of this.#people) if (bucket.isFull) this.#people.delete(user);
  }

  #ofPerson(user: string) {
    const bucket = this.#people.get(user) ?? new TokenBucket(this.#bounds.person);
    this.#people.set(user, bucket);
    return bucket;
  }
}
