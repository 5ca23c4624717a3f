import { UserType, type Role } from '#contract/access.ts';
import type { ApiScope } from '#contract/api-keys/scopes.ts';
import { Failure } from '#contract/errors.ts';
import type { Database } from '#server/platform/database/database.ts';
import { retryOnce } from '#server/platform/database/driver/errors.ts';
import { sql } from '#server/platform/database/query.ts';
import { tenantOfSecret } from './api-key-secret.ts';
import type { Authorization, EntryFacts } from './authorization.ts';
import { tokenHash } from './caller.ts';

type FoundKey = {
  key: string;
  key_prefix: string;
  scopes: ApiScope[];
  expired: boolean;
  person: string;
  role: Role;
  tier: number;
  read_only: boolean;
  facts: EntryFacts | null;
};

/** Returns the live key with this secret; throws `apiKey.invalid` or `apiKey.expired`, both 401. */
export async function findKey(database: Database, secret: string) {
  const tenant = tenantOfSecret(secret);
  if (tenant === null) throw new Failure('apiKey.invalid');
  const query = sql<FoundKey>`
    select * from app.authorize_key(${tenant}::uuid, ${tokenHash(secret)})`;
  const [found] = await retryOnce(() => database.queryUnscoped(query));
  if (!found) throw new Failure('apiKey.invalid');
  if (found.expired) throw new Failure('apiKey.expired');
  return { ...found, tenant };
}

/**
 * Authorizes a call by the secret of a key: with the rights of the person who created it, at most with those of the key
 * (R-KEY-03). `named`: the tenant of the call; `scope`: what the call needs, null if no key may make it.
 */
export async function authorizeKey(
  database: Database,
  { secret, named, scope }: { secret: string; named: unknown; scope: ApiScope | null },
): Promise<Authorization> {
  const found = await findKey(database, secret);
  if (scope === null) throw new Failure('apiKey.notAllowed');
  if (typeof named === 'string' && named !== found.tenant) throw new Failure('notFound');
  if (!found.scopes.includes(scope)) throw new Failure('apiKey.scope', { params: { scope } });
  return {
    role: found.role,
    tier: found.tier,
    read_only: found.read_only,
    session_id: found.key,
    user_id: found.person,
    user_type: UserType.Tenant,
    impersonator_id: null,
    operator_role: null,
    is_recent: false,
    has_factor: false,
    owes_factor: false,
    facts: found.facts,
    writes: false,
    key: { id: found.key, prefix: found.key_prefix, role: found.role },
  };
}
