import { randomBytes } from 'node:crypto';
import { recoveryCodeCount } from '#contract/factors/shapes.ts';
import type { Config } from '#server/config.ts';
import { loadArgon2, runQueued } from '#server/identity/accounts/service/password.ts';
import { formatRecoveryCode, newRecoveryCode } from '#server/identity/factors/rules.ts';
import { recordAuditEvent } from '#server/platform/database/audit.ts';
import type { DbTransaction } from '#server/platform/database/database.ts';
import { db, sql } from '#server/platform/database/query.ts';

type HashingConfig = Pick<Config, 'passwordCost'>;

const argon2id = 2;

/** Hashes a code; they have less than 112 bits, so that a fast hash would not protect them (ASVS 6.5.2). */
export const hashCode = ({ passwordCost }: HashingConfig, code: string, salt: Buffer) =>
  runQueued(async () =>
    (await loadArgon2()).hashRaw(code, {
      algorithm: argon2id,
      parallelism: 1,
      ...passwordCost,
      salt,
    }),
  );

/** A new set of recovery codes: as they are shown, and as they are stored. */
export type RecoveryCodeSet = { shown: string[]; salt: Buffer; hashes: Buffer[] };

/**
 * Generates a set. Hashing takes time, so that no transaction is open meanwhile; one code waits at a time, or five
 * people in one network would fill its share of the queue.
 */
export async function generateRecoveryCodes(config: HashingConfig): Promise<RecoveryCodeSet> {
  const salt = randomBytes(16);
  const codes = Array.from({ length: recoveryCodeCount }, newRecoveryCode);
  const hashes: Buffer[] = [];
  for (const code of codes) hashes.push(await hashCode(config, code, salt));
  return { shown: codes.map(formatRecoveryCode), salt, hashes };
}

/** Replaces the codes of the opened account by a new set. */
export async function storeRecoveryCodes(
  tx: DbTransaction,
  userId: string,
  { salt, hashes }: RecoveryCodeSet,
) {
  await tx.run(db.deleteFrom('recovery_codes').where('user_id', '=', userId));
  const rows = hashes.map((code_hash) => ({ user_id: userId, salt, code_hash }));
  await tx.run(db.insertInto('recovery_codes').values(rows));
  await recordAuditEvent(tx, { action: 'recoveryCode.created', person: userId });
}

/** Query for the number of unused codes of an account. */
export const countRecoveryCodes = (userId: string) =>
  db
    .selectFrom('recovery_codes')
    .select((eb) => eb.fn.countAll<number>().as('left'))
    .where('user_id', '=', userId)
    .where('used_at', 'is', null);

/** Query for the salt of the opened account's codes. */
export const selectSalt = db
  .selectFrom('recovery_codes')
  .select('salt')
  .where('user_id', '=', sql<string>`(select app.account_id())`)
  .limit(1);

/** Uses up a code of the opened account; false if it is unknown or was used. */
export const acceptRecoveryCode = async (tx: DbTransaction, userId: string, hash: Buffer) =>
  (await tx.run(
    db
      .updateTable('recovery_codes')
      .set({ used_at: sql<Date>`now()` })
      .where('user_id', '=', userId)
      .where('code_hash', '=', hash)
      .where('used_at', 'is', null),
  )) === 1;
