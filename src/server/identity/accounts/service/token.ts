import { randomBytes } from 'node:crypto';
import type { DbTransaction, TenantId } from '#server/platform/database/database.ts';
import { db, sql, type RawBuilder } from '#server/platform/database/query.ts';
import { tokenHash } from '#server/platform/http/contract/guard.ts';

export type TokenPurpose =
  | 'verify'
  | 'reset'
  | 'invitation'
  /** A sign-in that waits for the second factor; replied, not mailed. */
  | 'signIn'
  /** Confirms the new address of an account. */
  | 'email'
  /** Restores the former address. */
  | 'undoEmail'
  /** Gives the account back to the owner of its address. */
  | 'secure'
  /** Signs in. */
  | 'link';

/** Lifetime of tokens in hours. */
const tokenLifetimeHours: Record<TokenPurpose, number> = {
  verify: 24,
  reset: 0.5,
  invitation: 7 * 24,
  signIn: 1 / 6,
  email: 1,
  undoEmail: 72,
  secure: 72,
  link: 0.25,
};

/** Returns 256 random bits; only their SHA-256 is stored (R-ACC-17). */
export const randomToken = () => randomBytes(32).toString('base64url');

/**
 * Issues a token that proves the address of the opened account. Older tokens stay valid until a password
 * is set: any visitor may request a reset, which must not void the owner's link (R-ACC-23).
 */
export const issueToken = (
  tx: DbTransaction,
  purpose: 'verify' | 'reset' | 'link',
  userId: string,
) => insertToken(tx, { purpose, userId, email: null });

/** Issues the challenge of a sign-in whose first factor was right. */
export const issueSignInChallenge = (tx: DbTransaction, userId: string, method: string) =>
  insertToken(tx, { purpose: 'signIn', userId, email: null, method });

/**
 * Issues a token that gives the opened account this address. `since`: time of the sign-in that the email announces, if that
 * was before; what was given since then ends with the token (R-ACC-39).
 */
export const issueAddressToken = (
  tx: DbTransaction,
  token: { purpose: 'email' | 'undoEmail' | 'secure'; userId: string; email: string; since?: Date },
) => insertToken(tx, token);

type NewToken = {
  purpose: TokenPurpose;
  userId: string;
  email: string | null;
  method?: string;
  since?: Date;
  invitedTo?: RawBuilder<TenantId>;
  isUsed?: true;
};

async function insertToken(
  tx: DbTransaction,
  { purpose, userId, email, method = '', since, invitedTo, isUsed }: NewToken,
) {
  const token = randomToken();
  await tx.run(
    db.insertInto('tokens').values({
      purpose,
      user_id: userId,
      address: email,
      method: method || null,
      ...(since && { created_at: since }),
      ...(invitedTo && { invited_to: invitedTo }),
      ...(isUsed && { used_at: sql`now()` }),
      token_hash: tokenHash(token),
      expires_at: sql`now() + ${lifetimeInterval(purpose)}`,
    }),
  );
  return token;
}

/**
 * Issues a token that proves the registration of the opened account until its address is verified. It is
 * stored as used, so that it can't verify the address: it is replied to the form, not mailed.
 */
export const issueCorrectionToken = (tx: DbTransaction, userId: string) =>
  insertToken(tx, { purpose: 'verify', userId, email: null, isUsed: true });

/** Purposes of tokens that set a password, change the address or sign in. */
const accessPurposes: readonly TokenPurpose[] = ['verify', 'reset', 'email', 'signIn', 'link'];

/** Deletes a person's unused tokens of these purposes. */
export const deleteUnusedTokens = (
  tx: DbTransaction,
  userId: string,
  purposes: readonly TokenPurpose[] = accessPurposes,
) =>
  tx.run(
    db
      .deleteFrom('tokens')
      .where('user_id', '=', userId)
      .where('used_at', 'is', null)
      .where('purpose', 'in', purposes),
  );

/** Issues an invitation token for the tenant of the scope and voids the person's older ones (R-MEM-07). */
export async function issueInvitation(tx: DbTransaction, userId: string) {
  await voidInvitations(tx, userId);
  return insertToken(tx, {
    purpose: 'invitation',
    userId,
    email: null,
    invitedTo: sql<TenantId>`app.tenant_id()`,
  });
}

/** Deletes the unused invitations of a person to the tenant of the scope (R-MEM-07). */
export const voidInvitations = (tx: DbTransaction, userId: string) =>
  tx.run(
    db
      .deleteFrom('tokens')
      .where('user_id', '=', userId)
      .where('invited_to', '=', sql<TenantId>`app.tenant_id()`)
      .where('used_at', 'is', null),
  );

const lifetimeInterval = (purpose: TokenPurpose) =>
  sql<string>`make_interval(secs => ${tokenLifetimeHours[purpose] * 3600})`;

/** Consumes a token; returns its user, or undefined if it is unknown, used, expired or of another purpose. */
export const consumeToken = (tx: DbTransaction, purposes: readonly TokenPurpose[], token: string) =>
  tx.first(
    db
      .updateTable('tokens')
      .set({ used_at: sql`now()` })
      .where('token_hash', '=', tokenHash(token))
      .where('purpose', 'in', purposes)
      .where('used_at', 'is', null)
      .where('expires_at', '>', sql<Date>`now()`)
      .returning(['user_id', 'method', 'created_at']),
  );

/** Query for a token of these purposes, used or not. */
export const selectToken = (purposes: readonly TokenPurpose[], token: string) =>
  db
    .selectFrom('tokens')
    .selectAll()
    .where('token_hash', '=', tokenHash(token))
    .where('purpose', 'in', purposes);
