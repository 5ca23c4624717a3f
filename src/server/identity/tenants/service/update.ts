import { isOperatorTenant, Role } from '#contract/access.ts';
import type { HandlerInput } from '#contract/endpoint.ts';
import { Failure } from '#contract/errors.ts';
import type { tenants } from '#contract/tenants.ts';
import { tenantDeletedMail } from '#server/identity/tenants/mail.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { DbTransaction, TenantId } from '#server/platform/database/database.ts';
import { db, sql } from '#server/platform/database/query.ts';
import { storePicture } from '#server/platform/files/pictures.ts';
import type { AuthSession, TenantScope } from '#server/platform/http/contract/guard.ts';
import { mailSiteOf } from '#server/platform/mail/compose.ts';
import { enqueueMail } from '#server/platform/mail/outbox.ts';
import { listRecipients } from '#server/platform/mail/recipient.ts';
import { saveTenantSettings, getTenantRow } from './settings.ts';
import { getCurrentTenant } from './summaries.ts';

type TenantSettings = HandlerInput<(typeof tenants)['endpoints']['update']>['body'];

/** Changes name, subdomain, domain, theme, color and the currency of transactions (R-ORG-04, R-ORG-13). */
export async function update(tenant: TenantScope, session: AuthSession, input: TenantSettings) {
  const { appTheme, appColor, currency, ...names } = input;
  const shown = { app_theme: appTheme, app_color: appColor, transaction_currency: currency };
  await saveTenantSettings({ tenant, session }, { ...names, ...shown });
  return getCurrentTenant({ tenant, session });
}

type ImageInput = HandlerInput<(typeof tenants)['endpoints']['updateImage']>['body'];
type ImageUpdate = { tenant: TenantScope; session: AuthSession; body: ImageInput };

const imageColumns = { icon: 'icon', logo: 'logo', logoDarkmode: 'logo_darkmode' } as const;

/** Sets or removes a picture (R-ORG-05); as PNG, which mail clients and browser tabs show. */
export async function updateImage({ storage }: AppContext, { tenant, session, body }: ImageUpdate) {
  const kind = body.type ?? body.imageType;
  const image = kind && body[kind];
  if (!kind || image === undefined) {
    throw new Failure('validation', { fields: { [kind ?? 'type']: ['field.required'] } });
  }
  const { address, bytes } =
    image === null
      ? { address: '', bytes: null }
      : await storePicture(storage, image, { sender: tenant.id, format: 'png' });
  await tenant.run((tx) =>
    tx.run(
      db
        .updateTable('tenants')
        .set({ [imageColumns[kind]]: address, [`${imageColumns[kind]}_bytes`]: bytes })
        .where('id', '=', tenant.id),
    ),
  );
  return getCurrentTenant({ tenant, session });
}

/** Ends subscriptions at the provider, deletes the organization, mails its members (R-ORG-09). */
export async function removeTenant(context: AppContext, id: TenantId) {
  const { database, stripe } = context;
  const tenant = await database.tenant(id, (tx) => getTenantRow(tx, id));
  if (isOperatorTenant(tenant)) throw new Failure('tenant.isOperators');
  if (tenant.customer_id !== null) await stripe.deleteCustomer(tenant.customer_id);
  await database.tenant(id, async (tx) => {
    const { name } = await getTenantRow(tx, id);
    await mailDeletion(tx, context, { tenant_id: id, name });
    await tx.run(sql`select app.delete_own_tenant(${id}::uuid)`);
  });
}

/** Mails the members of an organization that it is deleted, all but the one with this address. */
export async function mailDeletion(
  tx: DbTransaction,
  context: AppContext,
  { tenant_id, name, except }: { tenant_id: TenantId; name: string; except?: string },
): Promise<void> {
  for (const to of await listRecipients(tx, tenant_id, Role.Guest)) {
    if (to.email !== except)
      await enqueueMail(tx, tenantDeletedMail(to, mailSiteOf(context), name));
  }
}
