import { operatorSubdomain, UserType } from '#contract/access.ts';
import { createTenant } from '#server/identity/tenants/service/create.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import { isUniqueViolation } from '#server/platform/database/driver/errors.ts';
import { newTenantId } from '#server/platform/database/isolation/ids.ts';
import { db, sql } from '#server/platform/database/query.ts';
import { loadOrCreateSecret } from '#server/platform/secret-file.ts';
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
  const secret = password ?? (await loadOrCreateSecret(config.dataDir, 'operator-password', 12));
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
