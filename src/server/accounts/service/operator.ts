import { randomBytes, randomUUIDv7 } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { UserType } from '#contract/access.ts';
import { isUniqueViolation } from '#server/database/errors.ts';
import { vouch } from '#server/database/ids.ts';
import { db, sql } from '#server/database/query.ts';
import type { House } from '#server/house.ts';
import { createTenant } from '#server/tenants/service/create.ts';
import { account } from './account.ts';
import { hashPassword } from './password.ts';

/** Whom to tell at the first start; the password only when it was made up here. */
type Operator = { email: string; password: string | null };

/**
 * Creates the operator and their organization (subdomain `admin`) at the first start. Without a
 * configured password one is generated and kept in the data directory.
 */
export async function ensureOperator({ config, database }: House): Promise<Operator> {
  const { email, password } = config.operator;
  if (await database.account({ email }, (tx) => tx.first(account))) {
    return { email, password: null };
  }
  const secret = password ?? (await keptPassword(config.dataDir));
  const hash = await hashPassword(secret);
  const id = vouch.tenant(randomUUIDv7());
  // The application's role cannot make an operator.
  const isNew = await database
    .operator(async (tx) => {
      const person = await tx.one(
        db
          .insertInto('users')
          .values({
            email,
            first_name: 'Admin',
            type: UserType.Admin,
            password_hash: hash,
            verified_at: sql`now()`,
          })
          .returning('id'),
      );
      await createTenant(tx, { id, name: 'Admin', owner: person.id, subdomain: 'admin' });
      return true;
    })
    .catch((error: unknown) => {
      // Another process was first.
      if (isUniqueViolation(error)) return false;
      throw error;
    });
  return { email, password: isNew && password === null ? secret : null };
}

/** The generated password, made once and readable by the owner of the data directory alone. */
const keptPassword = async (dataDir: string) => {
  const file = join(dataDir, 'operator-password');
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const made = randomBytes(12).toString('base64url');
  try {
    await writeFile(file, `${made}\n`, { mode: 0o600, flag: 'wx' });
    return made;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return (await readFile(file, 'utf8')).trim();
  }
};
