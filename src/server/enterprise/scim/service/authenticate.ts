import type { FastifyRequest } from 'fastify';
import { identityTier, tierAllows } from '#contract/access.ts';
import { Failure } from '#contract/errors.ts';
import type { Database, TenantId } from '#server/platform/database/database.ts';
import { sql } from '#server/platform/database/query.ts';
import {
  openTenantScope,
  tokenHash,
  type TenantScope,
} from '#server/platform/http/contract/guard.ts';
import { ScimFailure } from './errors.ts';

/** A SCIM client: the organization of its token, who created that, and the name that the audit log gives it. */
export type ScimClient = {
  tenant: TenantScope;
  readOnly: boolean;
  granter: string | null;
  service: string;
};

/** A token names its organization, so that one node of the database knows it. */
const tokenPattern = /^Bearer (scim_([0-9a-f]{32})_[\w-]{20,100})$/i;

const unauthorized = () =>
  new ScimFailure(401, 'The bearer token is missing, wrong, expired or revoked');

type FoundToken = {
  tenant: TenantId;
  granter: string | null;
  token_prefix: string;
  tier: number;
  read_only: boolean;
};

/**
 * Authenticates a SCIM client by its bearer token: 401 without a valid one, 403 if its organization is suspended or not
 * entitled (R-SCM-01, R-SCM-02).
 */
export async function authenticate(
  database: Database,
  { headers }: FastifyRequest,
): Promise<ScimClient> {
  const [, token, named = ''] = tokenPattern.exec(headers.authorization ?? '') ?? [];
  if (!token) throw unauthorized();
  const of = named.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  const [found] = await database.queryUnscoped(
    sql<FoundToken>`select * from app.authorize_scim_token(${of.toLowerCase()}::uuid, ${tokenHash(token)})`,
  );
  if (!found) throw unauthorized();
  if (found.tier < 0) throw new Failure('tenant.suspended');
  if (!tierAllows(found.tier, identityTier)) {
    throw new Failure('access.tier', { params: { tier: identityTier } });
  }
  const { tenant, granter, token_prefix: prefix, read_only: readOnly } = found;
  return {
    granter,
    readOnly,
    service: `SCIM ${prefix}`,
    tenant: openTenantScope(database, tenant),
  };
}
