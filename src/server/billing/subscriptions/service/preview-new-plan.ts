import type { TaxLocation } from '#contract/billing/tax.ts';
import type { UpcomingInvoice } from '#contract/invoices.ts';
import type { Currency } from '#contract/money.ts';
import { BillingPeriod } from '#contract/periods.ts';
import { discountedAmount } from '#contract/pricing/coupons.ts';
import { settleInvoice } from '#contract/pricing/minimum-charge.ts';
import { findOfferedPrice } from '#server/billing/products/service/list.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import { orNotFound, sql } from '#server/platform/database/query.ts';
import type { TaxProfile } from '#server/platform/stripe/billing-details.ts';
import type { ProviderCoupon } from '#server/platform/stripe/coupons.ts';
import type { ProviderInvoice } from '#server/platform/stripe/invoice-snapshot.ts';
import type { TenantBillingState } from './billing-state.ts';
import { discountOf } from './coupon.ts';
import { isFreePrice, isOneTime, type PriceRow, resolveCoupon } from './plan.ts';
import { taxProfileOf } from './tax.ts';
import { toUpcomingInvoice } from './upcoming-invoice.ts';

type NewPlan = {
  price: PriceRow;
  coupon: ProviderCoupon | null;
  state: Pick<TenantBillingState, 'customer' | 'now'>;
  trial: boolean;
  /** Facts that decide the tax; null with Stripe Tax off. */
  tax: TaxProfile | null;
};

type VisitorQuery = {
  subscriptionCoupon?: string | undefined;
  withoutTrial?: boolean | undefined;
} & Partial<TaxLocation>;

/** Returns the cost of a plan for an organization that does not exist yet (R-TAX-05). */
export async function previewForVisitor(
  context: AppContext,
  priceId: string,
  { subscriptionCoupon, withoutTrial, country, postalCode = '' }: VisitorQuery,
): Promise<UpcomingInvoice> {
  const price = orNotFound(await context.database.system((tx) => findOfferedPrice(tx, priceId)));
  const coupon = await resolveCoupon(context, { price, customer: null }, subscriptionCoupon);
  const { now } = await context.database.system((tx) =>
    tx.one(
      sql<{ now: number }>`select floor(extract(epoch from app.billing_now()))::float8 as now`,
    ),
  );
  const given = country === undefined ? null : { country, postalCode };
  return previewNewPlan(context, {
    price,
    coupon,
    state: { customer: null, now },
    trial: price.trial_days > 0 && !isOneTime(price) && !withoutTrial,
    tax: isFreePrice(price) ? null : await taxProfileOf(context, null, given),
  });
}

type Amount = Pick<ProviderInvoice, 'total' | 'totalExcludingTax' | 'taxes'>;

/** Previews a new subscription or a purchase: price minus coupon and balance, plus tax. */
export async function previewNewPlan(context: AppContext, plan: NewPlan) {
  const { price, state, trial } = plan;
  const { first, later } = await amountsOf(context, plan);
  const due = trial ? withoutTax(0) : first;
  const { customer } = state;
  const { currency } = price;
  // A free plan has no invoice.
  const startingBalance =
    customer === null || isFreePrice(price)
      ? 0
      : 0 - (await context.stripe.retrieveCreditBalance(customer));
  const settled = settleInvoice({ total: due.total, balance: startingBalance, currency });
  const begins = new Date(state.now * 1_000);
  const renews = trial ? addDays(begins, price.trial_days) : addPeriod(begins, price);
  const preview: ProviderInvoice = {
    ...noInvoice,
    ...due,
    createdAt: begins,
    currency,
    amountDue: settled.amountDue,
    amountRemaining: settled.amountDue,
    startingBalance,
    nextAttempt: begins,
    lines: [
      {
        description: '',
        priceServiceId: price.service_id,
        amount: trial ? 0 : price.price,
        periodEnd: renews ?? begins,
        proration: false,
      },
    ],
  };
  const { total, taxes } = trial ? first : later;
  const { amountDue: amount } = settleInvoice({ ...settled, total, currency });
  const renewal = renews && price.price > 0 ? { date: renews.toISOString(), amount, taxes } : null;
  return toUpcomingInvoice(context, preview, renewal);
}

const noInvoice = {
  id: 'upcoming',
  subscription: null,
  number: null,
  dueDate: null,
  status: 'draft',
  amountPaid: 0,
  refunded: 0,
  dispute: null,
  invoicePdf: null,
  prorationDate: null,
};

/** Returns the first amount that is charged and that of later periods; the provider knows the tax. */
async function amountsOf(
  { stripe }: AppContext,
  { price, coupon, tax }: NewPlan,
): Promise<{ first: Amount; later: Amount }> {
  if (tax === null || isFreePrice(price)) {
    const reduced = withoutTax(coupon ? discountedPrice(price, coupon) : price.price);
    return { first: reduced, later: coupon?.lasts ? reduced : withoutTax(price.price) };
  }
  const plan = {
    ...tax,
    price: price.service_id,
    isOneTime: isOneTime(price),
    coupon: coupon?.coupon ?? null,
  };
  if (plan.isOneTime) {
    const first = amountOf(await stripe.previewNewPlan(plan));
    return { first, later: first };
  }
  const [first, later] = await Promise.all([
    stripe.previewNewPlan(plan),
    stripe.previewNewPlan({ ...plan, recurring: true }),
  ]);
  return { first: amountOf(first), later: amountOf(later) };
}

const amountOf = ({ total, totalExcludingTax, taxes }: ProviderInvoice): Amount => ({
  total,
  totalExcludingTax,
  taxes,
});

const withoutTax = (total: number): Amount => ({ total, totalExcludingTax: total, taxes: [] });

const discountedPrice = (price: PriceRow, coupon: ProviderCoupon) =>
  discountedAmount(price.price, price.currency as Currency, discountOf(coupon));

const addDays = (from: Date, days: number) => new Date(from.getTime() + days * 86_400_000);

/** Returns the end of a period that starts at this date; null for a one-time price. */
function addPeriod(from: Date, { billing_period: period }: PriceRow): Date | null {
  if (period === BillingPeriod.Once) return null;
  if (period === BillingPeriod.Daily) return addDays(from, 1);
  if (period === BillingPeriod.Weekly) return addDays(from, 7);
  const months = period === BillingPeriod.Yearly ? 12 : 1;
  const to = new Date(from);
  to.setUTCDate(1);
  to.setUTCMonth(to.getUTCMonth() + months);
  const days = new Date(Date.UTC(to.getUTCFullYear(), to.getUTCMonth() + 1, 0)).getUTCDate();
  to.setUTCDate(Math.min(from.getUTCDate(), days));
  return to;
}
