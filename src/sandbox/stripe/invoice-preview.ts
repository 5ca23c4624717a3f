import { discountParams } from './discounts.ts';
import { endpoint } from './endpoint.ts';
import { invalidRequest } from './failure.ts';
import { newId } from './ids.ts';
import type { Applied } from './invoice-totals.ts';
import type { Ledger } from './ledger.ts';
import { type Bill, newInvoice } from './new-invoice.ts';
import { flag, oneOf, type ParamsOf, shape, text } from './params.ts';
import { renewal } from './renewal.ts';
import { discountsAfter } from './subscription-change.ts';
import { planSubscription } from './subscription-create.ts';
import { planChange, planParams } from './subscription-plan.ts';
import { endedStatuses } from './subscription-status.ts';
import type { Subscription } from './wire.ts';

const details = {
  ...planParams,
  cancel_at_period_end: flag,
  cancel_now: flag,
};
const previewParams = {
  currency: text,
  customer: text,
  discounts: discountParams,
  preview_mode: oneOf('next', 'recurring'),
  subscription: text,
  subscription_details: shape(details),
};
type Preview = ParamsOf<typeof previewParams>;

export const previews = [
  endpoint('POST', '/v1/invoices/create_preview', {
    params: previewParams,
    async run({ ledger, params }) {
      const { subscription: id } = params;
      const bill = id
        ? await billOf(ledger, await ledger.get('subscription', id, 'subscription'), params)
        : await firstBill(ledger, params);
      // A preview has no invoice id to return.
      return newInvoice({ ...bill, id: newId('upcoming_in') }, ledger.now);
    },
  }),
];

/**
 * Returns a subscription's next bill after the requested change, computed by the code that makes the
 * change.
 */
async function billOf(ledger: Ledger, was: Subscription, params: Preview): Promise<Bill> {
  const { subscription_details: change, preview_mode: mode } = params;
  const isEnded = endedStatuses.some((status) => status === was.status);
  const isEnding = change?.cancel_at_period_end ?? was.cancel_at_period_end;
  if (isEnded || isEnding || change?.cancel_now) throw noneToCome();
  const discounts = await discountsAfter(ledger, was, params.discounts);
  const plan = await planChange(ledger, was, { ...change, discounts });
  if (mode === 'recurring') return recurring(ledger, plan.is, discounts);
  if (plan.bill) return plan.bill;
  const left = plan.prorations.some(({ amount }) => amount > 0) ? lasting(discounts) : discounts;
  return (await renewal(ledger, plan.is, { more: plan.prorations, discounts: left })).bill;
}

/** Returns the first bill of a subscription that does not exist yet. */
async function firstBill(ledger: Ledger, params: Preview): Promise<Bill> {
  const { customer, discounts, subscription_details: change } = params;
  if (!customer || !change?.items) throw noneToCome();
  const items = change.items.map(({ price = '', quantity }) => ({
    metadata: undefined,
    price,
    quantity,
  }));
  const order = { customer, discounts, items, trial_end: change.trial_end };
  const { bill, subscription } = await planSubscription(ledger, order);
  return params.preview_mode === 'recurring'
    ? recurring(ledger, subscription, bill.discounts)
    : bill;
}

/** Returns the bill of each later period, without one-time items. */
async function recurring(
  ledger: Ledger,
  subscription: Subscription,
  discounts: Applied[],
): Promise<Bill> {
  const { bill } = await renewal(ledger, subscription, { discounts: lasting(discounts) });
  return { ...bill, items: [] };
}

/** Returns the discounts that apply to more than one invoice. */
const lasting = (discounts: Applied[]) =>
  discounts.filter(({ coupon }) => coupon.duration !== 'once');

const noneToCome = () =>
  invalidRequest('No upcoming invoices for customer', undefined, 'invoice_upcoming_none');
