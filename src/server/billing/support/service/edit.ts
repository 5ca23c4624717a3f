import type { HandlerInput } from '#contract/endpoint.ts';
import type { support } from '#contract/support/support.ts';
import { saveTenantSettings } from '#server/identity/tenants/service/settings.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { DbTransaction } from '#server/platform/database/database.ts';
import { insertSupportAction } from './actions.ts';
import type { SupportCall } from './billing.ts';
import { supportedTenant } from './organization.ts';

type Input = HandlerInput<(typeof support)['endpoints']['editTenant']>['body'];

/** Changes name and addresses of an organization under the rules that its owners have (R-SUP-07). */
export async function editTenant(
  context: AppContext,
  { operator, id, body: { reason, ...names } }: SupportCall<Input>,
) {
  const { tenant } = await supportedTenant(context, id);
  // The whole call needs a recent authentication.
  const session = { isRecent: true };
  const record = (tx: DbTransaction) =>
    insertSupportAction(tx, tenant.id, { kind: 'organization_edited', reason, operator });
  await saveTenantSettings({ tenant, session, record }, names);
}
