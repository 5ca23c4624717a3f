import type { HandlerInput } from '#contract/endpoint.ts';
import { Failure } from '#contract/errors.ts';
import type { InvitationSettings, invitations } from '#contract/invitations.ts';
import { randomToken } from '#server/identity/accounts/service/token.ts';
import { assertRecentIf } from '#server/identity/factors/service/recent.ts';
import { announceGrant } from '#server/identity/grants/service/announce.ts';
import type { Database, TenantId } from '#server/platform/database/database.ts';
import { db, sql, type TableRow } from '#server/platform/database/query.ts';
import type { AuthSession, TenantScope } from '#server/platform/http/contract/guard.ts';
import type { MailSiteContext } from '#server/platform/mail/compose.ts';

type JoinSettingsChange = HandlerInput<(typeof invitations)['endpoints']['updateSettings']>['body'];

/** Returns the organization of a join link. */
export async function getOrganizationByLink(database: Database, link: string) {
  const tenantId = await findTenantByLink(database, link);
  const [[tenant]] = await database.tenantRead(
    tenantId,
    db.selectFrom('tenants').selectAll().where('id', '=', tenantId),
  );
  if (!tenant) throw new Failure('notFound');
  return { id: tenant.id, ...toPublicOrganization(tenant) };
}

/** Returns the settings for joining; creates the link, disabled, on the first call. */
export const getInvitationSettings = (tenant: TenantScope) =>
  tenant.run(async (tx) => {
    await tx.run(
      db
        .insertInto('join_links')
        .values({ tenant_id: tenant.id, token: randomToken() })
        .onConflict((conflict) => conflict.doNothing()),
    );
    return toInvitationSettings(
      await tx.one(db.selectFrom('join_links').selectAll().where('tenant_id', '=', tenant.id)),
    );
  });

/**
 * Changes the settings for joining; a reset replaces the link and voids the old one (R-MEM-10). Opening the link further
 * needs a recent authentication (R-MFA-08).
 */
export const updateInvitationSettings = (
  context: MailSiteContext,
  { tenant, session }: { tenant: TenantScope; session: AuthSession },
  change: JoinSettingsChange,
) =>
  tenant.run(async (tx) => {
    const before = await tx.first(
      db.selectFrom('join_links').selectAll().where('tenant_id', '=', tenant.id).forUpdate(),
    );
    const opens = opensFurther(before, change);
    assertRecentIf(opens, session);
    if (opens)
      await announceGrant(tx, { context, tenant, session }, { kind: 'joinLink', name: '' });
    const settings = {
      active: change.enableLink,
      public_url: change.enablePublicUrl,
      require_acceptance: change.requireAcceptance,
    };
    const token = randomToken();
    return toInvitationSettings(
      await tx.one(
        db
          .insertInto('join_links')
          .values({ tenant_id: tenant.id, token, ...settings })
          .onConflict((conflict) =>
            conflict
              .column('tenant_id')
              .doUpdateSet({ ...settings, ...(change.resetLink && { token }) }),
          )
          .returningAll(),
      ),
    );
  });

/** Returns true if a change turns the link on, or no longer asks to accept who uses it. */
const opensFurther = (
  before: Pick<TableRow<'join_links'>, 'active' | 'require_acceptance'> | undefined,
  { enableLink, requireAcceptance }: JoinSettingsChange,
) => enableLink && (!before?.active || (before.require_acceptance && !requireAcceptance));

/** Returns the tenant of a join link; 404 if the link is unknown or disabled. */
export async function findTenantByLink(database: Database, link: string): Promise<TenantId> {
  const query = sql<{ tenant: TenantId | null }>`select app.find_tenant('link', ${link}) as tenant`;
  const [row] = await database.queryUnscoped(query);
  if (!row?.tenant) throw new Failure('notFound');
  return row.tenant;
}

/** Returns the fields of an organization that people outside it may see. */
export const toPublicOrganization = (
  tenant: Pick<TableRow<'tenants'>, 'name' | 'logo' | 'logo_darkmode' | 'app_theme' | 'app_color'>,
) => ({
  name: tenant.name,
  logo: tenant.logo,
  logoDarkmode: tenant.logo_darkmode,
  appTheme: tenant.app_theme,
  appColor: tenant.app_color,
});

const toInvitationSettings = (link: TableRow<'join_links'>): InvitationSettings => ({
  linkActive: link.active,
  publicUrl: link.public_url,
  requireAcceptance: link.require_acceptance,
  link: link.token,
});
