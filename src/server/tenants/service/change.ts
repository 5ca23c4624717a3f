import type { Input } from '#contract/endpoint.ts';
import { Failure } from '#contract/errors.ts';
import { MemberStatus } from '#contract/statuses.ts';
import type { tenants } from '#contract/tenants.ts';
import type { Locale } from '#locales/locales.ts';
import type { TenantId, Transaction } from '#server/database/database.ts';
import { isUniqueViolation } from '#server/database/errors.ts';
import { db } from '#server/database/query.ts';
import { storePicture } from '#server/files/pictures.ts';
import type { House } from '#server/house.ts';
import type { Session, Tenant } from '#server/http/guard.ts';
import { enqueue } from '#server/mail/outbox.ts';
import { deletedMail } from '#server/tenants/mail.ts';
import { adminSubdomain, isReserved } from '#server/tenants/rules.ts';
import { getCurrent } from './summaries.ts';

type Settings = Input<(typeof tenants)['endpoints']['update']>['body'];

/** Returns the tenant; 404 if it was deleted since the guard authorized the request. */
const current = async (tx: Transaction, { id }: { id: TenantId }) => {
  const tenant = await tx.first(db.selectFrom('tenants').selectAll().where('id', '=', id));
  if (!tenant) throw new Failure('notFound');
  return tenant;
};

/** Changes name, subdomain, domain, theme and color (R-ORG-04). The operator's subdomain can't change. */
export async function update(tenant: Tenant, session: Session, input: Settings) {
  await tenant
    .run(async (tx) => {
      const { subdomain } = await current(tx, tenant);
      const keeps = input.subdomain === subdomain;
      if (!keeps && (isReserved(input.subdomain) || subdomain === adminSubdomain)) {
        throw new Failure('tenant.subdomainReserved');
      }
      await tx.run(
        db
          .updateTable('tenants')
          .set({
            name: input.name,
            subdomain: input.subdomain,
            domain: input.domain,
            app_theme: input.appTheme,
            app_color: input.appColor,
          })
          .where('id', '=', tenant.id),
      );
    })
    .catch((error: unknown) => {
      if (isUniqueViolation(error, 'tenants_subdomain_key')) throw new Failure('tenant.subdomain');
      if (isUniqueViolation(error, 'tenants_name_key')) {
        throw new Failure('account.verify.organizationTaken');
      }
      throw error;
    });
  return getCurrent(tenant, session.user);
}

type Image = Input<(typeof tenants)['endpoints']['updateImage']>['body'];
type ImageCall = { tenant: Tenant; session: Session; body: Image };

const columns = { icon: 'icon', logo: 'logo', logoDarkmode: 'logo_darkmode' } as const;

/**
 * Sets or removes icon, logo or dark-mode logo (R-ORG-05); as PNG, which mail clients and browser tabs
 * show.
 */
export async function updateImage({ storage }: House, { tenant, session, body }: ImageCall) {
  const which = body.type ?? body.imageType;
  const given = which && body[which];
  if (!which || given === undefined) {
    throw new Failure('validation', { fields: { [which ?? 'type']: ['field.required'] } });
  }
  const address =
    given === null ? '' : await storePicture(storage, given, { sender: tenant.id, format: 'png' });
  await tenant.run((tx) =>
    tx.run(
      db
        .updateTable('tenants')
        .set({ [columns[which]]: address })
        .where('id', '=', tenant.id),
    ),
  );
  return getCurrent(tenant, session.user);
}

/**
 * Ends the subscriptions at the payment provider, deletes the organization and mails its members
 * (R-ORG-09).
 */
export async function removeOrganization({ database, gateway }: House, id: TenantId) {
  const { customer_id, subdomain } = await database.tenant(id, (tx) => current(tx, { id }));
  if (subdomain === adminSubdomain) throw new Failure('tenant.isOperators');
  if (customer_id !== null) await gateway.deleteCustomer(customer_id);
  await database.tenant(id, async (tx) => {
    const { name } = await current(tx, { id });
    const members = await tx.all(
      db
        .selectFrom('memberships')
        .innerJoin('users', 'users.id', 'memberships.user_id')
        .select(['users.email', 'users.first_name', 'users.locale'])
        .where('memberships.tenant_id', '=', id)
        .where('memberships.status', '=', MemberStatus.Active),
    );
    for (const { email, first_name, locale } of members) {
      const to = { email, firstName: first_name, locale: locale as Locale };
      await enqueue(tx, deletedMail(to, name));
    }
    await tx.run(db.deleteFrom('tenants').where('id', '=', id));
  });
}
