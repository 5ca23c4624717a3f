import { randomBytes } from 'node:crypto';
import type { Transaction } from '#server/database/database.ts';
import { db, sql } from '#server/database/query.ts';
import { tokenHash } from '#server/http/guard.ts';

export type Purpose = 'verify' | 'reset' | 'invitation';

/** Hours that a mailed token lives. */
const lifetime: Record<Purpose, number> = { verify: 24, reset: 0.5, invitation: 7 * 24 };

/** 256 random bits; only the SHA-256 is kept. */
export const randomToken = () => randomBytes(32).toString('base64url');

/**
 * Makes a token that proves an address. Older ones stay valid until a password is set (`voidLinks`):
 * anybody may ask for a reset, and must not void the link that the owner asked for.
 */
export const issueToken = (
  tx: Transaction,
  purpose: Exclude<Purpose, 'invitation'>,
  userId: string,
) => issue(tx, { purpose, user_id: userId, invited_to: null });

/** Makes the token of an invitation and voids the older ones of the same person and tenant. */
export async function issueInvitation(tx: Transaction, userId: string, tenantId: string) {
  await tx.run(unused(userId).where('invited_to', '=', tenantId));
  return issue(tx, { purpose: 'invitation', user_id: userId, invited_to: tenantId });
}

/** Voids the links that would set a person's password: of registrations and of resets. */
export const voidLinks = (tx: Transaction, userId: string) =>
  tx.run(unused(userId).where('purpose', 'in', ['verify', 'reset']));

const unused = (userId: string) =>
  db.deleteFrom('tokens').where('user_id', '=', userId).where('used_at', 'is', null);

type Issued = { purpose: Purpose; user_id: string; invited_to: string | null };

async function issue(tx: Transaction, issued: Issued) {
  const token = randomToken();
  await tx.run(
    db.insertInto('tokens').values({
      ...issued,
      token_hash: tokenHash(token),
      expires_at: sql`now() + make_interval(secs => ${lifetime[issued.purpose] * 3600})`,
    }),
  );
  return token;
}

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
