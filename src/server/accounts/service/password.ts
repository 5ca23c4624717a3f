import { randomBytes } from 'node:crypto';
import argon2 from '@node-rs/argon2';
import { BoundedQueue } from '#server/bounded-queue.ts';
import { availableCores, type Config } from '#server/config.ts';
import { currentActor } from '#server/database/actor-context.ts';

type PasswordConfig = Pick<Config, 'passwordCost'>;

const argon2id = 2;

/**
 * Queue for hashing, which leaves one core to other requests. The last in the queue waits for some seconds;
 * beyond it requests are refused with 503, or with 429 if they come from one network (R-SEC-15).
 */
const hashingQueue = new BoundedQueue({
  concurrency: Math.max(1, availableCores - 1),
  waiting: { visitor: 50, total: 100 },
});

const runQueued = <T>(work: () => Promise<T>): Promise<T> =>
  hashingQueue.run(currentActor()?.network ?? '', work);

/** Hashes a new password to a PHC string. */
export const hashPassword = ({ passwordCost }: PasswordConfig, password: string) =>
  runQueued(() => argon2.hash(password, { algorithm: argon2id, parallelism: 1, ...passwordCost }));

/** Returns true if the password matches the hash; false for a person without a password. */
export const passwordMatches = async (storedHash: string | null, password: string) =>
  storedHash !== null && (await runQueued(() => argon2.verify(storedHash, password)));

/** Does the same, and hashes also without an account or password, so that timing reveals neither. */
export const passwordMatchesConstantTime = async (
  config: PasswordConfig,
  storedHash: string | null,
  password: string,
) => {
  const matches = await passwordMatches(storedHash ?? (await getDummyHash(config)), password);
  return matches && storedHash !== null;
};

let dummyHash: Promise<string> | undefined;
const getDummyHash = (config: PasswordConfig) =>
  (dummyHash ??= hashPassword(config, randomBytes(32).toString('base64')));
