import { Failure } from '#contract/errors.ts';
import type { AppContext } from '#server/app-context.ts';
import { db } from '#server/database/query.ts';
import type { TenantScope } from '#server/http/contract/guard.ts';

/** Opens the provider's portal, which links back to the subscription screen (R-SUB-18). */
export async function createPortalSession({ stripe, origin }: AppContext, tenant: TenantScope) {
  const { customer_id: customer } = await tenant.run((tx) =>
    tx.one(db.selectFrom('tenants').select('customer_id').where('id', '=', tenant.id)),
  );
  if (customer === null) throw new Failure('billing.noCustomer');
  const back = `${origin()}/app/settings/organization/subscription`;
  return stripe.createPortalSession(customer, back);
}
