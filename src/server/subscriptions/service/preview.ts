import { discounted } from '#contract/coupons.ts';
import type { Currency } from '#contract/money.ts';
import { BillingPeriod } from '#contract/periods.ts';
import type { UpcomingInvoice } from '#contract/subscriptions.ts';
import type { House } from '#server/house.ts';
import type { Session, Tenant } from '#server/http/guard.ts';
import type { ProviderCoupon } from '#server/payments/gateway-coupons.ts';
import type { ProviderInvoice } from '#server/payments/invoice-snapshot.ts';
import type { ProviderSubscription } from '#server/payments/snapshot.ts';
import { discountOf } from './coupon.ts';
import { presentInvoices } from './current.ts';
import { assertRoom } from './free-plan.ts';
import { assertCurrency, couponFor, isFree, isOneTime, offeredPrice, type Price } from './plan.ts';
import { orRefusal } from './refusals.ts';
import { isOverdue, liveSubscription, type Standing, standingOf } from './standing.ts';
import { beginsWithTrial } from './trial.ts';

type Question = {
  subscriptionPriceId?: string | undefined;
  subscriptionCoupon?: string | undefined;
};
type Asked = { price: Price; coupon: ProviderCoupon | null; standing: Standing };

/**
 * Returns the next invoice or, for a given price, the cost of choosing it: the amount due now, the
 * credit and the next renewal. Null when nothing will be charged automatically.
 * `UpdateSubscription` charges exactly the shown amount (R-SUB-03).
 */
export async function getUpcomingInvoice(
  house: House,
  { tenant, session }: { tenant: Tenant; session: Session },
  { subscriptionPriceId, subscriptionCoupon }: Question,
): Promise<UpcomingInvoice | null> {
  const price = subscriptionPriceId ? await offeredPrice(house, subscriptionPriceId) : null;
  const standing = await standingOf(tenant);
  if (!price) return next(house, standing);
  if (isFree(price)) return leaving(house, { tenant, price, standing });
  assertCurrency(price, standing.currency);
  const coupon = await couponFor(house, { price, customer: standing.customer }, subscriptionCoupon);
  const live = isOneTime(price) ? null : await liveSubscription(house, standing.customer);
  const asked = { price, coupon, standing };
  if (live) {
    assertCurrency(price, live.currency);
    return changing(house, asked, live);
  }
  const candidate = { tenantId: tenant.id, userId: session.user, standing };
  return beginning(house, { ...asked, trial: await beginsWithTrial(house, price, candidate) });
}

/**
 * Previews the move to a free plan: nothing is charged, and the paid plan may run until its period
 * ends.
 */
async function leaving(
  house: House,
  { tenant, price, standing }: { tenant: Tenant; price: Price; standing: Standing },
) {
  await tenant.run((tx) => assertRoom(tx, tenant.id, price));
  const live = await liveSubscription(house, standing.customer);
  const shown = await beginning(house, { price, coupon: null, standing, trial: false });
  const ends = live && !isOverdue(live) ? live.currentPeriodEnd : null;
  return { ...shown, currentPlanEnds: ends?.toISOString() ?? null };
}

/** Previews the next renewal of the current plan. */
async function next(house: House, { customer }: Standing) {
  const live = await liveSubscription(house, customer);
  if (customer === null || live === null) return null;
  const preview = await house.gateway.previewInvoice({ customer, subscription: live.id });
  if (!preview) return null;
  const renewal = { date: preview.nextAttempt.toISOString(), amount: preview.amountDue };
  return present(house, preview, renewal);
}

/** Previews another price for the running subscription; nothing is due during its trial. */
async function changing(
  house: House,
  { price, coupon, standing }: Asked,
  { id, itemId, trialEnd, status }: ProviderSubscription,
) {
  const question = {
    customer: standing.customer ?? '',
    subscription: id,
    change: { item: itemId ?? '', price: price.service_id, prorationDate: standing.now },
    ...(coupon && { promotionCode: coupon.promotionCode }),
  };
  const [preview, recurring] = await orRefusal(
    house,
    { price, coupon, customer: standing.customer },
    Promise.all([
      house.gateway.previewInvoice(question),
      house.gateway.previewInvoice({ ...question, recurring: true }),
    ]),
  );
  if (!preview || !recurring) return null;
  const { startingBalance, total, lines } = preview;
  if (status === 'trialing' && trialEnd) {
    const renewal = { date: trialEnd.toISOString(), amount: preview.amountDue };
    return present(house, { ...preview, total: 0, amountDue: 0, lines: [] }, renewal);
  }
  // Credits belong to the period that the change ends, charges to the new one.
  const asked = lines.filter(({ amount }) => amount >= 0);
  const ends = asked.map(({ periodEnd }) => periodEnd.getTime());
  const left = Math.max(0, -(startingBalance + total));
  const renewal = {
    date: new Date(Math.max(...ends)).toISOString(),
    amount: Math.max(0, recurring.total - left),
  };
  const told = await present(house, preview, renewal);
  return { ...told, prorationDate: standing.now };
}

/** Previews a new subscription or a purchase: our price minus coupon and balance. */
async function beginning(
  house: House,
  { price, coupon, standing, trial }: Asked & { trial: boolean },
) {
  const amount = coupon ? reduced(price, coupon) : price.price;
  const dueNow = trial ? 0 : amount;
  const { customer } = standing;
  const balance = customer === null || dueNow === 0 ? 0 : await house.gateway.balanceOf(customer);
  const used = Math.min(dueNow, balance);
  const begins = new Date(standing.now * 1_000);
  const renews = trial ? daysLater(begins, price.trial_days) : periodLater(begins, price);
  const later = trial || coupon?.lasts ? amount : price.price;
  const preview: ProviderInvoice = {
    id: 'upcoming',
    number: null,
    createdAt: begins,
    status: 'draft',
    currency: price.currency,
    total: dueNow,
    amountDue: dueNow - used,
    startingBalance: -balance,
    nextAttempt: begins,
    invoicePdf: null,
    prorationDate: null,
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
  const renewal = renews && price.price > 0 ? { date: renews.toISOString(), amount: later } : null;
  return present(house, preview, renewal);
}

const reduced = (price: Price, coupon: ProviderCoupon) =>
  discounted(price.price, price.currency as Currency, discountOf(coupon));

const daysLater = (from: Date, days: number) => new Date(from.getTime() + days * 86_400_000);

/** Returns the end of a period that starts at this date; null for a one-time price. */
function periodLater(from: Date, { billing_period: period }: Price): Date | null {
  if (period === BillingPeriod.Once) return null;
  if (period === BillingPeriod.Daily) return daysLater(from, 1);
  if (period === BillingPeriod.Weekly) return daysLater(from, 7);
  const months = period === BillingPeriod.Yearly ? 12 : 1;
  const to = new Date(from);
  to.setUTCDate(1);
  to.setUTCMonth(to.getUTCMonth() + months);
  const days = new Date(Date.UTC(to.getUTCFullYear(), to.getUTCMonth() + 1, 0)).getUTCDate();
  to.setUTCDate(Math.min(from.getUTCDate(), days));
  return to;
}

async function present(
  house: House,
  preview: ProviderInvoice,
  nextRenewal: UpcomingInvoice['nextRenewal'],
): Promise<UpcomingInvoice> {
  const [invoice] = await presentInvoices(house, [preview]);
  if (!invoice) throw new Error('An invoice was not presented');
  const { amountDue, lines, prorationDate } = preview;
  const charged = lines.reduce((sum, { amount }) => sum + Math.max(0, amount), 0);
  return {
    ...invoice,
    amountDue,
    credit: Math.max(0, charged - amountDue),
    nextRenewal,
    prorationDate,
    currentPlanEnds: null,
  };
}
