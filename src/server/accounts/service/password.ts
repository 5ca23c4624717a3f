import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { coresHere } from '#server/config.ts';

/** argon2id, 19 MiB, two passes: the floor that OWASP recommends. */
const cost = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

// Hashing leaves a core to everybody else, however many people sign in at once.
const lanes = Math.max(1, coresHere - 1);
let busy = 0;
const waiting: (() => void)[] = [];

const inLane = async <T>(work: () => Promise<T>): Promise<T> => {
  if (busy >= lanes) await new Promise<void>((resolve) => waiting.push(resolve));
  else busy += 1;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else busy -= 1;
  }
};

/** The PHC string of a new password. */
export const hashPassword = (password: string) => inLane(() => hash(password, cost));

/** Whether a password is the one that was hashed; never for a person without one. */
export const isPassword = async (stored: string | null, password: string) =>
  stored !== null && (await inLane(() => verify(stored, password)));

/** The same, with the same work for a person without a password, or for nobody. */
export const isPasswordOrNobody = async (stored: string | null, password: string) => {
  const matches = await isPassword(stored ?? (await nobodys()), password);
  return matches && stored !== null;
};

let hashOfNobody: Promise<string> | undefined;
const nobodys = () => (hashOfNobody ??= hashPassword(randomBytes(32).toString('base64')));
