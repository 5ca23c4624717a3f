import type { SelectedSubscription } from '#contract/accounts.ts';
import { Failure } from '#contract/errors.ts';
import { PriceType } from '#contract/periods.ts';
import { needsCard } from '#contract/pricing.ts';
import type { CurrentSubscription } from '#contract/subscriptions.ts';
import type { Database, TenantId, Transaction } from '#server/database/database.ts';
import { db, type Row } from '#server/database/query.ts';
import type { Tenant } from '#server/http/guard.ts';
import type { Gateway } from '#server/payments/gateway.ts';
import { productRowOf, type ProviderSubscription } from '#server/payments/snapshot.ts';
import { findOffered } from '#server/products/service/list.ts';
import { productsOf } from '#server/tenants/service/summaries.ts';

export type Price = Row<'subscription_prices'>;

/** What was arranged with the provider for a tenant; nothing, when the price is free. */
type Plan = {
  price: Price;
  atProvider: { customer: string; subscription: ProviderSubscription } | null;
};

/** What the organization has; the active product is the running one of highest tier. */
export const getCurrent = (tenant: Tenant): Promise<CurrentSubscription> =>
  tenant.run(async (tx) => {
    const [products, { customer_id }] = await Promise.all([
      productsOf(tx),
      tx.one(db.selectFrom('tenants').select('customer_id').where('id', '=', tenant.id)),
    ]);
    const [best] = products;
    return {
      activeProduct: best?.active ? best : null,
      myProducts: products.filter(({ active }) => active),
      customer: customer_id === null ? null : { id: customer_id },
      invoices: [],
      cards: [],
      paymentMethods: [],
      providerReached: true,
    };
  });

/** The price of a new organization. Amount, currency and trial are ours, never the caller's. */
export async function choosePlan(
  database: Database,
  selected: SelectedSubscription,
): Promise<Price> {
  const price = await database.system((tx) => findOffered(tx, selected.subscriptionPriceId));
  if (!price) throw new Failure('billing.invalidSubscription');
  // Nobody has issued a coupon yet, so each one is unknown.
  if (selected.subscriptionCoupon) throw new Failure('billing.invalidCoupon');
  if (needsCard({ price: price.price, trialDays: price.trial_days })) {
    throw new Failure('billing.invalidCard');
  }
  return price;
}

type Subscriber = { tenantId: TenantId; name: string; email: string };

/** Arranges a plan at the provider: a customer and a trialing subscription, unless it is free. */
async function startPlan(gateway: Gateway, price: Price, who: Subscriber): Promise<Plan> {
  if (price.price === 0 || price.type === PriceType.OneTime) return { price, atProvider: null };
  const metadata = { tenantId: who.tenantId };
  const customer = await gateway.createCustomer(
    { name: who.name, email: who.email, metadata },
    `${who.tenantId}:customer`,
  );
  const subscription = await gateway
    .createSubscription(
      { customer: customer.id, price: price.service_id, trialDays: price.trial_days, metadata },
      `${who.tenantId}:subscription`,
    )
    .catch(async (error: unknown) => {
      // The first failure is the one to tell; a customer without subscription costs nothing.
      await gateway.deleteCustomer(customer.id).catch(() => undefined);
      throw error;
    });
  return { price, atProvider: { customer: customer.id, subscription } };
}

/**
 * Arranges a plan at the provider, does the work that needs it, and takes the plan back when the
 * work fails: the provider ends the subscription together with its customer.
 */
export async function withPlan<T>(
  gateway: Gateway,
  { price, who }: { price: Price; who: Subscriber },
  work: (plan: Plan) => Promise<T>,
): Promise<T> {
  const plan = await startPlan(gateway, price, who);
  try {
    return await work(plan);
  } catch (error) {
    if (plan.atProvider) await gateway.deleteCustomer(plan.atProvider.customer);
    throw error;
  }
}

/** Writes down, in the tenant's scope, what was arranged. */
export async function recordPlan(tx: Transaction, tenantId: TenantId, plan: Plan) {
  const { price, atProvider } = plan;
  if (atProvider) {
    await tx.run(
      db
        .updateTable('tenants')
        .set({ customer_id: atProvider.customer, currency: price.currency })
        .where('id', '=', tenantId),
    );
  }
  await tx.run(
    db.insertInto('tenant_products').values({
      tenant_id: tenantId,
      subscription_price_id: price.id,
      ...(atProvider
        ? productRowOf(atProvider.subscription)
        : { service_id: null, status: 'active', trial_ends: null }),
    }),
  );
}
