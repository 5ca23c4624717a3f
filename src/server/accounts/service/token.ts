import { randomBytes } from 'node:crypto';
import type { Transaction } from '#server/database/database.ts';
import { db, sql, statement } from '#server/database/query.ts';
import { tokenHash } from '#server/http/guard.ts';

export type Purpose = 'verify' | 'reset' | 'invitation';

/** Hours that a mailed token lives. */
const lifetime: Record<Purpose, number> = { verify: 24, reset: 0.5, invitation: 7 * 24 };

/** 256 random bits; only the SHA-256 is kept. */
export const randomToken = () => randomBytes(32).toString('base64url');

/**
 * Makes a token that proves the address of the account that the transaction has opened. Older ones stay valid
 * until a password is set (`voidLinks`): anybody may ask for a reset, and must not void the link that the
 * owner asked for.
 */
export async function issueToken(
  tx: Transaction,
  purpose: Exclude<Purpose, 'invitation'>,
  userId: string,
) {
  const token = randomToken();
  await tx.run(
    db.insertInto('tokens').values({
      purpose,
      user_id: userId,
      token_hash: tokenHash(token),
      expires_at: sql`now() + ${lasts(purpose)}`,
    }),
  );
  return token;
}

/** Voids the links that would set a person's password: of registrations and of resets. */
export const voidLinks = (tx: Transaction, userId: string) =>
  tx.run(
    db
      .deleteFrom('tokens')
      .where('user_id', '=', userId)
      .where('used_at', 'is', null)
      .where('purpose', 'in', ['verify', 'reset']),
  );

/** Makes the token of an invitation to the tenant of the scope; older ones of this person are void. */
export async function issueInvitation(tx: Transaction, userId: string) {
  const token = randomToken();
  await tx.run(
    statement(
      sql`select app.issue_invitation(${userId}::uuid, ${tokenHash(token)}, ${lasts('invitation')})`,
    ),
  );
  return token;
}

const lasts = (purpose: Purpose) => sql<string>`make_interval(secs => ${lifetime[purpose] * 3600})`;

/** Uses a token up: whose it was, or undefined when it is unknown, used, late or for another use. */
export const consumeToken = (tx: Transaction, purposes: readonly Purpose[], token: string) =>
  tx.first(
    db
      .updateTable('tokens')
      .set({ used_at: sql`now()` })
      .where('token_hash', '=', tokenHash(token))
      .where('purpose', 'in', purposes)
      .where('used_at', 'is', null)
      .where('expires_at', '>', sql<Date>`now()`)
      .returning('user_id'),
  );

/** A token as it was issued, used or not. */
export const findToken = (purposes: readonly Purpose[], token: string) =>
  db
    .selectFrom('tokens')
    .selectAll()
    .where('token_hash', '=', tokenHash(token))
    .where('purpose', 'in', purposes);
