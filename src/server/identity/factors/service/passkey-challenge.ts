import { randomToken } from '#server/identity/accounts/service/token.ts';
import type { Database, DbTransaction } from '#server/platform/database/database.ts';
import { nilUuid } from '#server/platform/database/isolation/ids.ts';
import { db, sql } from '#server/platform/database/query.ts';
import { tokenHash } from '#server/platform/http/contract/guard.ts';

/** Purpose of a challenge, with its account: a sign-in without an email has none yet. */
export type ChallengePurpose =
  | { purpose: 'signIn'; userId: null }
  | { purpose: 'secondFactor' | 'stepUp' | 'registration'; userId: string };

const lifetimeMinutes = 10;

/** Milliseconds for which a browser may ask for a passkey. */
export const challengeTimeout = lifetimeMinutes * 60_000;

const inScope = <T>(
  database: Database,
  { userId }: ChallengePurpose,
  work: (tx: DbTransaction) => Promise<T>,
) => database.account({ id: userId ?? nilUuid }, work);

/** Issues a challenge of 256 random bits; only its SHA-256 is stored. */
export async function issueChallenge(database: Database, given: ChallengePurpose) {
  const challenge = randomToken();
  await inScope(database, given, (tx) =>
    tx.run(
      db.insertInto('passkey_challenges').values({
        challenge_hash: tokenHash(challenge),
        purpose: given.purpose,
        user_id: given.userId,
        expires_at: sql`now() + make_interval(mins => ${lifetimeMinutes})`,
      }),
    ),
  );
  return challenge;
}

/**
 * Uses up a challenge; false if it is unknown, used, expired or of another purpose or account. It commits in a transaction of its own,
 * so that a failed answer uses it up, too.
 */
export async function consumeChallenge(
  database: Database,
  given: ChallengePurpose,
  challenge: string,
) {
  const consumed = await inScope(database, given, (tx) =>
    tx.run(
      db
        .deleteFrom('passkey_challenges')
        .where('challenge_hash', '=', tokenHash(challenge))
        .where('purpose', '=', given.purpose)
        .where('user_id', 'is not distinct from', given.userId)
        .where('expires_at', '>', sql<Date>`now()`),
    ),
  );
  return consumed === 1;
}
