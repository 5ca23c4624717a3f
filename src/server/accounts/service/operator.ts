import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { operatorSubdomain, UserType } from '#contract/access.ts';
import type { AppContext } from '#server/app-context.ts';
import { isUniqueViolation } from '#server/database/driver/errors.ts';
import { newTenantId } from '#server/database/isolation/ids.ts';
import { db, sql } from '#server/database/query.ts';
import { createTenant } from '#server/tenants/service/create.ts';
import { openedAccount } from './account.ts';
import { hashPassword } from './password.ts';

/** Credentials to print at the first start; `password` is null unless it was generated here. */
type OperatorCredentials = { email: string; password: string | null };

/**
 * Creates the operator and their organization (subdomain `admin`) at the first start (R-OPR-07). Without a
 * configured password, generates one and stores it in the data directory.
 */
export async function ensureOperator({
  config,
  database,
}: AppContext): Promise<OperatorCredentials> {
  const { email, password } = config.operator;
  if (await database.account({ email }, (tx) => tx.first(openedAccount))) {
    return { email, password: null };
  }
  const secret = password ?? (await loadOrCreatePassword(config.dataDir));
  const hash = await hashPassword(config, secret);
  const id = newTenantId();
  // The database role of requests must not be able to create operators.
  const isNew = await database
    .operator(async (tx) => {
      const person = await tx.one(
        db
          .insertInto('users')
          .values({
            email,
            first_name: 'Admin',
            type: UserType.Admin,
            operator_role: 'administrator',
            password_hash: hash,
            verified_at: sql`now()`,
          })
          .returning('id'),
      );
      await createTenant(tx, { id, name: 'Admin', owner: person.id, subdomain: operatorSubdomain });
      return true;
    })
    .catch((error: unknown) => {
      // Another process created the operator first.
      if (isUniqueViolation(error)) return false;
      throw error;
    });
  return { email, password: isNew && password === null ? secret : null };
}

/**
 * Returns the generated password; writes it once, in a file that only its owner can read. The file gets its
 * name when it is complete: a process that starts at the same time would read an empty one.
 */
export const loadOrCreatePassword = async (dataDir: string) => {
  const file = join(dataDir, 'operator-password');
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const made = randomBytes(12).toString('base64url');
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  await writeFile(draft, `${made}\n`, { mode: 0o600, flag: 'wx' });
  try {
    await link(draft, file);
    return made;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return (await readFile(file, 'utf8')).trim();
  } finally {
    await rm(draft);
  }
};
