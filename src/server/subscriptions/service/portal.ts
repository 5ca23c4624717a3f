import { Failure } from '#contract/errors.ts';
import { db } from '#server/database/query.ts';
import type { House } from '#server/house.ts';
import type { Tenant } from '#server/http/guard.ts';

/**
 * Opens the provider's portal for the customer; it links back to the subscription screen
 * (R-SUB-18).
 */
export async function createPortalSession({ gateway, origin }: House, tenant: Tenant) {
  const { customer_id: customer } = await tenant.run((tx) =>
    tx.one(db.selectFrom('tenants').select('customer_id').where('id', '=', tenant.id)),
  );
  if (customer === null) throw new Failure('billing.noCustomer');
  const back = `${origin()}/app/settings/organization/subscription`;
  return gateway.createPortalSession(customer, back);
}
