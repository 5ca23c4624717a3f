import type { z } from 'zod';
import { maxApiKeys, type ApiKey, type apiKeyFields } from '#contract/api-keys/api-keys.ts';
import type { ApiScope } from '#contract/api-keys/scopes.ts';
import { Failure } from '#contract/errors.ts';
import { announceGrant } from '#server/identity/grants/service/announce.ts';
import { lockTenant } from '#server/identity/members/service.ts';
import { loadMemberNames } from '#server/identity/members/service/names.ts';
import type { DbTransaction } from '#server/platform/database/database.ts';
import { scopeTenant } from '#server/platform/database/isolation/ids.ts';
import { db, orNotFound, sql, type TableRow } from '#server/platform/database/query.ts';
import { createSecret, prefixOf } from '#server/platform/http/contract/api-key-secret.ts';
import {
  tokenHash,
  type Member,
  type TenantReader,
  type TenantScope,
} from '#server/platform/http/contract/guard.ts';
import type { MailSiteContext } from '#server/platform/mail/compose.ts';
import { holderOf } from './take-over.ts';

const keyColumns = [
  'id',
  'name',
  'prefix',
  'role',
  'scopes',
  'sso',
  'created_by',
  'created_at',
  'expires_at',
  'former_until',
  'last_used_at',
] as const satisfies (keyof TableRow<'api_keys'>)[];

const selectKeys = db
  .selectFrom('api_keys')
  .select(keyColumns)
  .where('tenant_id', '=', scopeTenant)
  .orderBy('id', 'desc');

type Caller = Pick<Member, 'tenant' | 'session'>;
type KeyRow = Pick<TableRow<'api_keys'>, (typeof keyColumns)[number]>;
/** Reads in the scope of the organization, in a transaction or not. */
type Read = TenantReader['read'];

async function toRecords(read: Read, keys: KeyRow[]) {
  if (keys.length === 0) return [];
  const creators = await loadMemberNames(
    read,
    keys.map(({ created_by }) => created_by),
  );
  return keys.map((key) => toRecord(key, creators.get(key.created_by)));
}

/** `creator`: the name of the person; undefined if they are no active member. */
const toRecord = (row: KeyRow, creator: string | undefined): ApiKey => ({
  id: row.id,
  name: row.name,
  prefix: row.prefix,
  role: row.role as ApiKey['role'],
  scopes: row.scopes as ApiScope[],
  createdBy: creator === undefined ? null : { id: row.created_by, name: creator },
  byProvider: row.sso,
  createdAt: row.created_at.toISOString(),
  expiresAt: row.expires_at?.toISOString() ?? null,
  expired: isPast(row.expires_at),
  formerUntil: isPast(row.former_until) ? null : (row.former_until?.toISOString() ?? null),
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
});

const isPast = (at: Date | null) => at !== null && at <= new Date();

/** Lists the keys of the organization, expired ones included (R-KEY-04). */
export const listApiKeys = async ({ read }: TenantReader) =>
  toRecords(read, await read(selectKeys));

/** Returns the key with its secret, which is shown this once. */
async function withSecret(tx: DbTransaction, id: string, secret: string) {
  const [key] = await toRecords(
    (query) => tx.all(query),
    [await tx.one(selectKeys.where('id', '=', id))],
  );
  return { ...orNotFound(key), key: secret };
}

/**
 * Creates a key that acts with the rights of its creator, at most with those of its role; only the hash of its secret is
 * stored. Throws `apiKey.limit` beyond 50 keys (R-KEY-04).
 */
export const createApiKey = (
  context: MailSiteContext,
  { tenant, session }: Caller,
  { name, role, scopes, days }: z.output<typeof apiKeyFields>,
) =>
  tenant.runOnAccounts(async (tx) => {
    await lockTenant(tx, tenant.id);
    const existing = await tx.all(selectKeys);
    const holder = await holderOf(tx, { tenant, session });
    if (existing.length >= maxApiKeys) throw new Failure('apiKey.limit');
    const secret = createSecret(tenant.id);
    const { id } = await tx.one(
      db
        .insertInto('api_keys')
        .values({
          tenant_id: tenant.id,
          name,
          role,
          scopes: [...new Set(scopes)].toSorted(),
          token_hash: tokenHash(secret),
          prefix: prefixOf(secret),
          ...holder,
          expires_at: days === null ? null : sql<Date>`now() + make_interval(days => ${days})`,
        })
        .returning('id'),
    );
    await announceGrant(tx, { context, tenant, session }, { kind: 'apiKey', name });
    return withSecret(tx, id, secret);
  });

/**
 * Replaces the secret of a key; the former one stays valid for `overlap` hours. The key acts with the rights of the caller
 * from now on, who alone knows its secret (R-KEY-05).
 */
export const rotateApiKey = (
  context: MailSiteContext,
  { tenant, session }: Caller,
  { id, overlap }: { id: string; overlap: number },
) =>
  tenant.runOnAccounts(async (tx) => {
    const key = await tx.first(selectKeys.where('id', '=', id).forUpdate());
    if (!key) throw new Failure('notFound');
    if (isPast(key.expires_at)) throw new Failure('apiKey.expired');
    const secret = createSecret(tenant.id);
    const holder = await holderOf(tx, { tenant, session });
    await tx.run(
      db
        .updateTable('api_keys')
        .set(({ ref }) => ({
          ...holder,
          token_hash: tokenHash(secret),
          prefix: prefixOf(secret),
          former_hash: overlap > 0 ? ref('token_hash') : null,
          former_until: overlap > 0 ? sql<Date>`now() + make_interval(hours => ${overlap})` : null,
        }))
        .where('tenant_id', '=', scopeTenant)
        .where('id', '=', id),
    );
    await announceGrant(tx, { context, tenant, session }, { kind: 'apiKey', name: key.name });
    return withSecret(tx, id, secret);
  });

/** Revokes a key with the next request; 404 if the organization has none with this id (R-KEY-04). */
export async function revokeApiKey(tenant: TenantScope, id: string) {
  const removed = await tenant.run((tx) =>
    tx.run(db.deleteFrom('api_keys').where('tenant_id', '=', scopeTenant).where('id', '=', id)),
  );
  if (removed === 0) throw new Failure('notFound');
}
