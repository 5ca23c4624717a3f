import { organizationParameter, Role, roleAllows } from '#contract/access.ts';
import { Failure } from '#contract/errors.ts';
import type { Invoice } from '#contract/invoices.ts';
import type { Currency } from '#contract/money.ts';
import { BillingPeriod, PriceType } from '#contract/periods.ts';
import type { PaymentCard, CurrentSubscription } from '#contract/subscriptions.ts';
import { invoiceLink } from '#server/billing/payments/invoice-link.ts';
import { reconcileUnlessRecent } from '#server/billing/payments/reconcile.ts';
import { listSupportActions } from '#server/billing/support/service/actions.ts';
import { listTenantProducts } from '#server/identity/tenants/service/summaries.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import { currentActor } from '#server/platform/database/actor-context.ts';
import { db } from '#server/platform/database/query.ts';
import type { Member, TenantScope } from '#server/platform/http/contract/guard.ts';
import type { ProviderCard } from '#server/platform/stripe/cards.ts';
import { ProviderError } from '#server/platform/stripe/errors.ts';
import { debtsOf, type ProviderInvoice } from '#server/platform/stripe/invoice-snapshot.ts';
import { customerOf, liveSubscription } from './billing-state.ts';
import { isTrialUnclaimed } from './trial.ts';

const recentSeconds = 10;

/**
 * Returns the organization's products; the active one is the running one of highest tier. For owners and
 * admins with cards and invoices of the provider (R-SUB-14), if it answers (`providerReached`).
 */
export async function getCurrentSubscription(
  context: AppContext,
  { tenant, membership, session }: Member,
): Promise<CurrentSubscription> {
  const mayPay = roleAllows(membership.role, Role.Admin);
  // Shows changes made on the provider's pages even when no webhook has arrived.
  const answers = !mayPay || (await tryReconcile(context, tenant));
  const [products, customer, supportActions] = await tenant.run((tx) =>
    Promise.all([
      listTenantProducts(tx, tenant.id),
      customerOf(tx, tenant.id),
      mayPay ? listSupportActions(tx, tenant.id) : [],
    ]),
  );
  const [best] = products;
  const paying = mayPay ? customer : null;
  const { invoices, cards, creditBalance, collectionPaused, providerReached } = answers
    ? await readCustomerRecords(context, paying)
    : providerUnreached;
  const hadTrial = products.some(({ trialEnds }) => trialEnds !== null);
  // A trial starts with a new subscription alone.
  const isSubscribed = products.some(
    ({ active, subscriptionPrice: { type, price } }) =>
      active && type === PriceType.Recurring && price > 0,
  );
  const candidate = { tenantId: tenant.id, userId: session.user, cards };
  return {
    activeProduct: best?.active ? best : null,
    myProducts: products.filter(({ active }) => active),
    customer: customer === null ? null : { id: customer },
    invoices,
    cards: cards.map(toCardRecord),
    paymentMethods: cards.map((card) => ({ card: toCardRecord(card) })),
    providerReached,
    creditBalance,
    collectionPaused,
    supportActions,
    trialAvailable:
      mayPay && !hadTrial && !isSubscribed && (await isTrialUnclaimed(context, candidate)),
  };
}

/** Returns a customer's invoices, cards and credit; empty when the provider fails, so that the screen loads. */
export async function readCustomerRecords(context: AppContext, customer: string | null) {
  if (customer === null) return { ...providerUnreached, providerReached: true };
  const { stripe } = context;
  try {
    const [found, cards, creditBalance, live] = await Promise.all([
      stripe.listInvoices(customer),
      stripe.listCards(customer),
      stripe.retrieveCreditBalance(customer),
      liveSubscription(context, customer),
    ]);
    const invoices = await toInvoiceRecords(context, found);
    const resumesAt = live?.collectionResumesAt?.toISOString() ?? null;
    const collectionPaused = live?.collectionPaused ? { resumesAt } : null;
    return { invoices, cards, creditBalance, collectionPaused, providerReached: true };
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    return providerUnreached;
  }
}

export const providerUnreached = {
  invoices: [],
  cards: [],
  creditBalance: 0,
  collectionPaused: null,
  providerReached: false,
};

/** Returns true when the tenant is reconciled, false when the provider failed. */
const tryReconcile = (context: AppContext, tenant: TenantScope) =>
  reconcileUnlessRecent(context, tenant.id, recentSeconds).then(
    () => true,
    (error: unknown) => {
      if (!(error instanceof ProviderError)) throw error;
      return false;
    },
  );

export const toCardRecord = (card: ProviderCard): PaymentCard => ({
  brand: card.brand,
  lastFourDigits: card.lastFourDigits,
  expiryMonth: card.expiryMonth,
  expiryYear: card.expiryYear,
});

const periodNames: Record<number, string> = {
  [BillingPeriod.Once]: 'once',
  [BillingPeriod.Daily]: 'day',
  [BillingPeriod.Weekly]: 'week',
  [BillingPeriod.Monthly]: 'month',
  [BillingPeriod.Yearly]: 'year',
};

/** Returns the amount of an open invoice and the older open ones, which are paid first. */
function amountToPay(newestFirst: ProviderInvoice[], invoice: ProviderInvoice): number | null {
  if (invoice.status !== 'open') return null;
  const { subscription } = invoice;
  return newestFirst
    .slice(newestFirst.indexOf(invoice))
    .filter((other) => other === invoice || (subscription && other.subscription === subscription))
    .filter(({ status }) => status === 'open')
    .reduce((sum, { amountRemaining }) => sum + amountRemaining, 0);
}

/** Converts invoices to the contract's shape; takes the plans of their lines from our catalogue. */
export async function toInvoiceRecords(
  context: Pick<AppContext, 'database' | 'origin' | 'linkKey'>,
  invoices: ProviderInvoice[],
): Promise<Invoice[]> {
  const ids = invoices.flatMap(({ lines }) => lines.flatMap((line) => line.priceServiceId ?? []));
  const prices = await context.database.system((tx) =>
    tx.all(
      db
        .selectFrom('subscription_prices as price')
        .innerJoin('subscription_products as product', (on) =>
          on.onRef('product.id', '=', 'price.subscription_product_id'),
        )
        .select(['price.service_id', 'price.price', 'price.type', 'price.billing_period'])
        .select('product.title')
        // `in ()` is a syntax error in SQL.
        .where('price.service_id', 'in', ['-', ...new Set(ids)]),
    ),
  );
  const byId = new Map(prices.map((price) => [price.service_id, price]));
  return invoices.map((invoice) => ({
    id: invoice.id,
    number: invoice.number,
    created: invoice.createdAt.toISOString(),
    dueDate: invoice.dueDate?.toISOString() ?? null,
    status: invoice.status,
    currency: invoice.currency as Currency,
    total: invoice.total,
    totalExcludingTax: invoice.totalExcludingTax,
    taxes: invoice.taxes,
    invoicePdf: invoice.invoicePdf && invoiceLink(context, invoice.id),
    amountPaid: invoice.amountPaid,
    ...debtsOf(invoice),
    refunded: invoice.refunded,
    dispute: invoice.dispute,
    amountToPay: amountToPay(invoices, invoice),
    lines: invoice.lines.map(({ description, amount, priceServiceId, proration }) => {
      const price = byId.get(priceServiceId ?? '');
      const interval = periodNames[price?.billing_period ?? BillingPeriod.Once] ?? 'once';
      return {
        description,
        planName: price?.title ?? description,
        plan: { interval },
        planInterval: interval,
        planCurrency: invoice.currency as Currency,
        priceUnitAmount: price?.price ?? amount,
        priceType: price?.type === PriceType.Recurring ? 'recurring' : 'one_time',
        proration,
        amount,
      };
    }),
  }));
}

/** Opens the provider's portal, which links back to the subscription screen at the site of the call (R-SUB-18). */
export async function createPortalSession({ stripe, origin }: AppContext, tenant: TenantScope) {
  const customer = await tenant.run((tx) => customerOf(tx, tenant.id));
  if (customer === null) throw new Failure('billing.noCustomer');
  const back = new URL('/app/settings/organization/subscription', origin());
  // An organization's own address shows no other.
  const host = currentActor()?.host;
  if (host) back.hostname = host;
  else back.searchParams.set(organizationParameter, tenant.id);
  return stripe.createPortalSession(customer, back.href);
}
