import type { Input } from '#contract/endpoint.ts';
import { Failure } from '#contract/errors.ts';
import type { InvitationSettings, invitations } from '#contract/invitations.ts';
import { randomToken } from '#server/accounts/service/token.ts';
import type { Database, TenantId } from '#server/database/database.ts';
import { vouch } from '#server/database/ids.ts';
import { db, sql, statement, type Row } from '#server/database/query.ts';
import type { Tenant } from '#server/http/guard.ts';

type Change = Input<(typeof invitations)['endpoints']['updateSettings']>['body'];

/** The organization behind a join link. */
export async function getOrganization(database: Database, link: string) {
  const tenantId = await tenantOfLink(database, link);
  const [[tenant]] = await database.tenantRead(
    tenantId,
    db.selectFrom('tenants').selectAll().where('id', '=', tenantId),
  );
  if (!tenant) throw new Failure('notFound');
  return { id: tenant.id, ...cardOf(tenant) };
}

/** How people may join. The link is made when it is first looked at, and leads nowhere yet. */
export const getSettings = (tenant: Tenant) =>
  tenant.run(async (tx) => {
    await tx.run(
      db
        .insertInto('join_links')
        .values({ tenant_id: tenant.id, token: randomToken() })
        .onConflict((conflict) => conflict.doNothing()),
    );
    return presentSettings(
      await tx.one(db.selectFrom('join_links').selectAll().where('tenant_id', '=', tenant.id)),
    );
  });

/** Changes how people may join; a reset makes a new link, and the old one leads nowhere. */
export const updateSettings = (tenant: Tenant, change: Change) =>
  tenant.run(async (tx) => {
    const settings = {
      active: change.enableLink,
      public_url: change.enablePublicUrl,
      require_acceptance: change.requireAcceptance,
    };
    const token = randomToken();
    return presentSettings(
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

/** The tenant that somebody with this link may ask to join; 404 when it leads nowhere. */
export const tenantOfLink = async (database: Database, link: string): Promise<TenantId> => {
  const question = sql<{ tenant: string | null }>`select app.tenant_of_link(${link}) as tenant`;
  const [found] = await database.ask(statement(question));
  if (!found?.tenant) throw new Failure('notFound');
  return vouch.tenant(found.tenant);
};

/** What somebody may know of an organization that they are not a member of yet. */
export const cardOf = (tenant: Row<'tenants'>) => ({
  name: tenant.name,
  logo: tenant.logo,
  logoDarkmode: tenant.logo_darkmode,
  appTheme: tenant.app_theme,
  appColor: tenant.app_color,
});

const presentSettings = (link: Row<'join_links'>): InvitationSettings => ({
  linkActive: link.active,
  publicUrl: link.public_url,
  requireAcceptance: link.require_acceptance,
  link: link.token,
});
