import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { BoundedQueue } from '#server/bounded-queue.ts';
import { coresHere } from '#server/config.ts';
import { acting } from '#server/database/acting.ts';

/** Cost of argon2id: 19 MiB, two passes, the minimum that OWASP recommends. */
const cost = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/**
 * Queue for hashing, which leaves one core to other requests. The last in the queue waits for some seconds;
 * beyond it requests are refused with 503, or with 429 if they come from one network (R-SEC-15).
 */
const queue = new BoundedQueue({
  concurrency: Math.max(1, coresHere - 1),
  waiting: { visitor: 50, total: 100 },
});

const inTurn = <T>(work: () => Promise<T>): Promise<T> => queue.run(acting()?.network ?? '', work);

/** Hashes a new password to a PHC string. */
export const hashPassword = (password: string) => inTurn(() => hash(password, cost));

/** Returns true if the password matches the hash; false for a person without a password. */
export const isPassword = async (stored: string | null, password: string) =>
  stored !== null && (await inTurn(() => verify(stored, password)));

/** Does the same, and hashes also without an account or password, so that timing reveals neither. */
export const isPasswordOrNobody = async (stored: string | null, password: string) => {
  const matches = await isPassword(stored ?? (await nobodys()), password);
  return matches && stored !== null;
};

let hashOfNobody: Promise<string> | undefined;
const nobodys = () => (hashOfNobody ??= hashPassword(randomBytes(32).toString('base64')));
