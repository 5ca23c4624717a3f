import { randomBytes } from 'node:crypto';
import { Failure } from '#contract/errors.ts';
import { availableCores, type Config } from '#server/config.ts';
import { BoundedQueue } from '#server/platform/bounded-queue.ts';
import { currentActor } from '#server/platform/database/actor-context.ts';

const importArgon2 = async () => (await import('@node-rs/argon2')).default;
let argon2: ReturnType<typeof importArgon2> | undefined;
/** Loads the native library with the first hash, as few starts need one. */
export const loadArgon2 = () => (argon2 ??= importArgon2());

type PasswordConfig = Pick<Config, 'passwordCost'>;

const argon2id = 2;

/** Utilization of the event loop above which hashing leaves a core to it. */
const busyShare = 0.7;

/** Returns a function that returns the number of concurrent hashes: one per core, one fewer while the event loop is busy. */
function yieldingConcurrency() {
  const periodMs = 100;
  let [since, utilization] = [performance.now(), performance.eventLoopUtilization()];
  let isBusy = false;
  return () => {
    const now = performance.now();
    if (now - since > periodMs) {
      const latest = performance.eventLoopUtilization();
      isBusy = performance.eventLoopUtilization(latest, utilization).utilization > busyShare;
      [since, utilization] = [now, latest];
    }
    return Math.max(1, isBusy ? availableCores - 1 : availableCores);
  };
}

/**
 * Queue for hashing, which leaves one core to other requests while there are many. The last in the queue waits for
 * some seconds; beyond it requests are refused with 503, or with 429 if they come from one network (R-SEC-15).
 */
const hashingQueue = new BoundedQueue({
  concurrency: yieldingConcurrency(),
  waiting: { visitor: 50, total: 100 },
});

/** Runs a hashing task in its turn, by the network of the caller. */
export const runQueued = <T>(work: () => Promise<T>): Promise<T> =>
  hashingQueue.run(currentActor()?.network ?? '', work);

/** Hashes a new password to a PHC string, in one form of Unicode: the next keyboard may write another. */
export const hashPassword = ({ passwordCost }: PasswordConfig, password: string) =>
  runQueued(async () =>
    (await loadArgon2()).hash(password.normalize('NFC'), {
      algorithm: argon2id,
      parallelism: 1,
      ...passwordCost,
    }),
  );

/** Returns true if the password matches the hash; false for a person without a password. */
export async function passwordMatches(storedHash: string | null, password: string) {
  if (storedHash === null) return false;
  const verify = (form: string) =>
    runQueued(async () => (await loadArgon2()).verify(storedHash, form));
  const usual = password.normalize('NFC');
  // Older hashes are of what was typed.
  return (await verify(usual)) || (usual !== password && verify(password));
}

/** Does the same, and hashes also without an account or password, so that timing reveals neither. */
export async function passwordMatchesConstantTime(
  config: PasswordConfig,
  storedHash: string | null,
  password: string,
) {
  const matches = await passwordMatches(storedHash ?? (await getDummyHash(config)), password);
  return matches && storedHash !== null;
}

let dummyHash: Promise<string> | undefined;
const getDummyHash = (config: PasswordConfig) =>
  (dummyHash ??= hashPassword(config, randomBytes(32).toString('base64')));

/** New password, the form field it comes from, and the texts it must not consist of. */
type NewPasswordInput = {
  password: string;
  field?: 'password' | 'passwordNew';
  email: string;
  organization?: string;
};

const productNames = ['pregão'];

let commonPasswordSet: Promise<Set<string>> | undefined;
async function loadCommonPasswords() {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common'].filter(({ length }) => length >= 8));
}

/** Returns the letters alone, lower-cased and without accents: `Mesa-2026!` and `mésa` are equal. */
const lettersOf = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}]/gu, '');

/**
 * Returns true for one of the 18,000 most common passwords, the email itself, or only the name of the
 * product, the organization or the mailbox surrounded by digits and signs (R-ACC-16).
 */
export async function isGuessablePassword({
  password,
  email,
  organization = '',
}: NewPasswordInput) {
  commonPasswordSet ??= loadCommonPasswords();
  const mailbox = email.split('@')[0] ?? '';
  const word = lettersOf(password);
  return (
    (await commonPasswordSet).has(password.toLowerCase()) ||
    password.toLowerCase() === email.toLowerCase() ||
    (word !== '' && [...productNames, organization, mailbox].map(lettersOf).includes(word))
  );
}

/** Hashes a new password; rejects one that is easy to guess with a validation error at its field. */
export async function hashNewPassword(
  config: Pick<Config, 'passwordCost'>,
  input: NewPasswordInput,
): Promise<string> {
  const { password, field = 'password' } = input;
  if (await isGuessablePassword(input)) {
    throw new Failure('validation', { fields: { [field]: ['account.passwordGuessable'] } });
  }
  return hashPassword(config, password);
}
