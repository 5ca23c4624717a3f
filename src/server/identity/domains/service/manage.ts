import { Failure } from '#contract/errors.ts';
import { maxDomains, type VerifiedDomain } from '#contract/sso/domains.ts';
import { randomToken } from '#server/identity/accounts/service/token.ts';
import { lapsesAt, ownableDomain, verificationRecord } from '#server/identity/domains/rules.ts';
import { lockTenant } from '#server/identity/members/service.ts';
import { announceEnforcementEnd } from '#server/identity/policies/service/enforcement-end.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import { scopeTenant } from '#server/platform/database/isolation/ids.ts';
import { db, orNotFound, sql, type TableRow } from '#server/platform/database/query.ts';
import type { Member, TenantReader, TenantScope } from '#server/platform/http/contract/guard.ts';
import { releaseDomain, reserveDomain } from './reserve.ts';

type DomainRow = TableRow<'verified_domains'>;

const selectDomains = db
  .selectFrom('verified_domains')
  .selectAll()
  .where('tenant_id', '=', scopeTenant)
  .orderBy('id');

/** Lists the domains of the organization, oldest first. */
export const listDomains = async (tenant: TenantReader) =>
  (await tenant.read(selectDomains)).map(toRecord);

/** Adds a domain with a new token (R-DOM-01). */
export async function addDomain(tenant: TenantScope, given: string) {
  const domain = await ownableDomain(given);
  if (domain === null) throw new Failure('domains.public');
  return tenant.run(async (tx) => {
    await lockTenant(tx, tenant.id);
    const known = await tx.all(selectDomains);
    if (known.some((row) => row.domain === domain)) throw new Failure('domains.added');
    if (known.length >= maxDomains)
      throw new Failure('domains.tooMany', { params: { max: maxDomains } });
    const values = { tenant_id: tenant.id, domain, token: randomToken() };
    return toRecord(await tx.one(db.insertInto('verified_domains').values(values).returningAll()));
  });
}

/**
 * Looks up the record of a domain and marks it as verified, unless another organization has verified it (R-DOM-02,
 * R-DOM-03). No connection is held during the lookup.
 */
export async function verifyDomain({ lookupTxt }: AppContext, tenant: TenantScope, id: string) {
  const row = orNotFound((await tenant.read(selectDomains.where('id', '=', id)))[0]);
  const { name, value } = verificationRecord(row);
  const records = await lookupTxt(name).catch(() => {
    throw new Failure('domains.noAnswer', { params: { name } });
  });
  if (!records.includes(value)) throw new Failure('domains.noRecord', { params: { name } });
  return tenant.run(async (tx) => {
    const verified = await tx.first(
      db
        .updateTable('verified_domains')
        .set({
          verified_at: row.verified_at ?? sql<Date>`now()`,
          checked_at: sql<Date>`now()`,
          failing_since: null,
        })
        .where('tenant_id', '=', tenant.id)
        .where('id', '=', id)
        .returningAll(),
    );
    const { domain } = orNotFound(verified);
    if (!(await reserveDomain(tx, tenant.id, domain))) throw new Failure('domains.taken');
    return toRecord(orNotFound(verified));
  });
}

/** Removes a domain, which another organization may verify then (R-DOM-05). */
export const removeDomain = (
  context: AppContext,
  { tenant, session }: Pick<Member, 'tenant' | 'session'>,
  id: string,
) =>
  tenant.run((tx) =>
    announceEnforcementEnd(tx, { context, tenant: tenant.id, actor: session.user }, async () => {
      const removed = await tx.first(
        db
          .deleteFrom('verified_domains')
          .where('tenant_id', '=', tenant.id)
          .where('id', '=', id)
          .returning('domain'),
      );
      await releaseDomain(tx, tenant.id, orNotFound(removed).domain);
    }),
  );

const toRecord = (row: DomainRow): VerifiedDomain => ({
  id: row.id,
  domain: row.domain,
  record: verificationRecord(row),
  verifiedAt: row.verified_at?.toISOString() ?? null,
  checkedAt: row.checked_at?.toISOString() ?? null,
  lapsesAt: row.failing_since && row.verified_at ? lapsesAt(row.failing_since).toISOString() : null,
});
