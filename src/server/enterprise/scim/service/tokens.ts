import { Failure } from '#contract/errors.ts';
import { maxScimTokens, type ScimToken } from '#contract/scim/scim.ts';
import { randomToken } from '#server/identity/accounts/service/token.ts';
import { announceGrant } from '#server/identity/grants/service/announce.ts';
import { lockTenant } from '#server/identity/members/service.ts';
import { scopeTenant } from '#server/platform/database/isolation/ids.ts';
import { db, sql, type TableRow } from '#server/platform/database/query.ts';
import {
  type Member,
  tokenHash,
  type TenantReader,
  type TenantScope,
} from '#server/platform/http/contract/guard.ts';
import type { MailSiteContext } from '#server/platform/mail/compose.ts';

/** Number of characters of a token that are shown: of its random part, not enough to guess the others. */
const shownCharacters = 6;

const selectTokens = db
  .selectFrom('scim_tokens')
  .select(['id', 'prefix', 'created_at', 'expires_at', 'last_used_at'])
  .where('tenant_id', '=', scopeTenant)
  .orderBy('id', 'desc');

type TokenRow = Pick<
  TableRow<'scim_tokens'>,
  'id' | 'prefix' | 'created_at' | 'expires_at' | 'last_used_at'
>;

const toRecord = (row: TokenRow): ScimToken => ({
  id: row.id,
  prefix: row.prefix,
  createdAt: row.created_at.toISOString(),
  expiresAt: row.expires_at.toISOString(),
  expired: row.expires_at <= new Date(),
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
});

/** Lists the tokens of the organization, expired ones included (R-SCM-02). */
export const listTokens = async (tenant: TenantReader) =>
  (await tenant.read(selectTokens)).map(toRecord);

/**
 * Creates a token, which names its organization, so that one node of the database knows it; only its hash is stored.
 * Removes expired ones. Throws if two others are valid (R-SCM-02).
 */
export const createToken = (
  context: MailSiteContext,
  { tenant, session }: Pick<Member, 'tenant' | 'session'>,
  days: number,
) =>
  tenant.runOnAccounts(async (tx) => {
    const secret = randomToken();
    const token = `scim_${tenant.id.replaceAll('-', '')}_${secret}`;
    await lockTenant(tx, tenant.id);
    const ofTenant = db.deleteFrom('scim_tokens').where('tenant_id', '=', scopeTenant);
    await tx.run(ofTenant.where('expires_at', '<=', sql<Date>`now()`));
    const valid = await tx.all(selectTokens);
    if (valid.length >= maxScimTokens) throw new Failure('scim.tokenLimit');
    const created = await tx.one(
      db
        .insertInto('scim_tokens')
        .values({
          tenant_id: tenant.id,
          token_hash: tokenHash(token),
          prefix: `scim_…${secret.slice(0, shownCharacters)}`,
          expires_at: sql`now() + make_interval(days => ${days})`,
        })
        .returning(['id', 'prefix', 'created_at', 'expires_at', 'last_used_at']),
    );
    const grant = { kind: 'scimToken', name: created.prefix } as const;
    await announceGrant(tx, { context, tenant, session }, grant);
    return { ...toRecord(created), token };
  });

/** Revokes a token with the next request; 404 if the organization has none with this id. */
export async function revokeToken(tenant: TenantScope, id: string) {
  const removed = await tenant.run((tx) =>
    tx.run(db.deleteFrom('scim_tokens').where('tenant_id', '=', scopeTenant).where('id', '=', id)),
  );
  if (removed === 0) throw new Failure('notFound');
}
