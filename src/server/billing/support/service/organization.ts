import { isOperatorTenant, Role } from '#contract/access.ts';
import { Failure } from '#contract/errors.ts';
import type { Currency } from '#contract/money.ts';
import { MemberStatus } from '#contract/statuses.ts';
import type { SupportRecord } from '#contract/support/support.ts';
import { reconcileUnlessRecent } from '#server/billing/payments/reconcile.ts';
import {
  providerUnreached,
  readCustomerRecords,
  toCardRecord,
} from '#server/billing/subscriptions/service/current.ts';
import type { Payer } from '#server/billing/subscriptions/service/payer.ts';
import type { PriceRow } from '#server/billing/subscriptions/service/plan.ts';
import { isEntitled, listUsage } from '#server/billing/usage/service/list.ts';
import { listTenantProducts } from '#server/identity/tenants/service/summaries.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { DbTransaction } from '#server/platform/database/database.ts';
import { trusted } from '#server/platform/database/isolation/ids.ts';
import { db, orNotFound, sql, type TableRow } from '#server/platform/database/query.ts';
import type { TenantScope } from '#server/platform/http/contract/guard.ts';
import { ProviderError } from '#server/platform/stripe/errors.ts';
import { listSupportActionsWithOperators } from './actions.ts';
import { listFailedOperations } from './failed-operations.ts';
import { listOpenDisputes } from './open-disputes.ts';

/** An organization that an operator works on: its row, and a scope that sees only its rows. */
export type SupportedTenant = {
  row: TableRow<'tenants'>;
  tenant: Pick<TenantScope, 'id' | 'run'>;
};

/** Returns an organization for a call that the guard admitted an operator to; throws `notFound`. */
export async function supportedTenant(
  { database }: Pick<AppContext, 'database'>,
  id: string,
): Promise<SupportedTenant> {
  const row = orNotFound(
    await database.operator((tx) =>
      tx.first(
        db
          .selectFrom('tenants')
          .selectAll()
          .where(sql<boolean>`id = ${id}`),
      ),
    ),
  );
  return { row, tenant: { id: row.id, run: (work) => database.tenant(row.id, work) } };
}

/** Returns the payer of an organization: its first owner. */
export async function payerOf({ tenant }: Pick<SupportedTenant, 'tenant'>): Promise<Payer> {
  const owner = await tenant.run((tx) =>
    tx.first(
      db
        .selectFrom('memberships')
        .select('user_id')
        .where('tenant_id', '=', tenant.id)
        .where('role', '=', Role.Owner)
        .where('status', '=', MemberStatus.Active)
        .orderBy('id')
        .limit(1),
    ),
  );
  if (!owner) throw new Failure('notFound');
  return { tenant, session: { user: trusted.userId(owner.user_id) } };
}

/** Returns the title of the plan that a price belongs to. */
export async function titleOf({ database }: AppContext, { subscription_product_id: id }: PriceRow) {
  const { title } = await database.system((tx) =>
    tx.one(db.selectFrom('subscription_products').select('title').where('id', '=', id)),
  );
  return title;
}

/** Returns the title of the plan that a line of an invoice paid for; undefined if our catalog does not have its price. */
export const findPaidTitle = async (tx: DbTransaction, priceServiceId: string | null | undefined) =>
  (
    await tx.first(
      db
        .selectFrom('subscription_prices as price')
        .innerJoin('subscription_products as product', (on) =>
          on.onRef('product.id', '=', 'price.subscription_product_id'),
        )
        .select('product.title')
        .where('price.service_id', '=', priceServiceId ?? ''),
    )
  )?.title;

const recentSeconds = 10;

/** Returns the billing of an organization as the provider has it, and what operators did (R-SUP-01). */
export async function getSupportRecord(context: AppContext, id: string): Promise<SupportRecord> {
  const { row, tenant } = await supportedTenant(context, id);
  const reached = await reconcileUnlessRecent(context, tenant.id, recentSeconds).then(
    () => true,
    (error: unknown) => {
      if (!(error instanceof ProviderError)) throw error;
      return false;
    },
  );
  const [[products, failedOperations, disputes], usage, actions] = await Promise.all([
    tenant.run((tx) =>
      Promise.all([
        listTenantProducts(tx, tenant.id),
        listFailedOperations(tx, tenant.id),
        listOpenDisputes(tx, tenant.id),
      ]),
    ),
    listUsage({ read: (query) => tenant.run((tx) => tx.all(query)) }),
    context.database.operator((tx) => listSupportActionsWithOperators(tx, tenant.id)),
  ]);
  const running = products.filter(({ active }) => active);
  const tier = running[0]?.subscriptionProduct.tier ?? 0;
  const records = reached ? await readCustomerRecords(context, row.customer_id) : providerUnreached;
  const [card] = records.cards;
  return {
    tenant: {
      id: row.id,
      name: row.name,
      subdomain: row.subdomain,
      domain: row.domain,
      isOperators: isOperatorTenant(row),
    },
    products: running,
    usage: usage.filter(isEntitled(tier)),
    currency: (row.currency as Currency | null) ?? trialCurrency(running, row.customer_id),
    creditBalance: records.creditBalance,
    card: card ? toCardRecord(card) : null,
    invoices: records.invoices,
    failedOperations,
    disputes,
    actions,
    providerReached: records.providerReached,
  };
}

/** Returns the currency of a running trial, whose payment will fix it; null without a customer. */
const trialCurrency = (running: SupportRecord['products'], customer: string | null) =>
  customer === null ? null : (running[0]?.subscriptionPrice.currency ?? null);
