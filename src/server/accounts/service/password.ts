import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { BoundedQueue } from '#server/bounded-queue.ts';
import { coresHere } from '#server/config.ts';
import { acting } from '#server/database/acting.ts';

/** argon2id, 19 MiB, two passes: the floor that OWASP recommends. */
const cost = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/**
 * Hashing leaves a core to everybody else. The last of those who wait does so for some seconds; more
 * are refused with 503, and with 429 when they come from one network.
 */
const queue = new BoundedQueue({
  concurrency: Math.max(1, coresHere - 1),
  waiting: { visitor: 50, total: 100 },
});

const inTurn = <T>(work: () => Promise<T>): Promise<T> => queue.run(acting()?.network ?? '', work);

/** The PHC string of a new password. */
export const hashPassword = (password: string) => inTurn(() => hash(password, cost));

/** Whether a password is the one that was hashed; never for a person without one. */
export const isPassword = async (stored: string | null, password: string) =>
  stored !== null && (await inTurn(() => verify(stored, password)));

/** The same, with the same work for a person without a password, or for nobody. */
export const isPasswordOrNobody = async (stored: string | null, password: string) => {
  const matches = await isPassword(stored ?? (await nobodys()), password);
  return matches && stored !== null;
};

let hashOfNobody: Promise<string> | undefined;
const nobodys = () => (hashOfNobody ??= hashPassword(randomBytes(32).toString('base64')));
