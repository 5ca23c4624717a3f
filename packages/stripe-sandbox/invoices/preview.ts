import { defineEndpoint } from '#sandbox/stripe/api/endpoint.ts';
import { invalidRequest } from '#sandbox/stripe/api/errors.ts';
import {
  booleanParam,
  emptyable,
  enumParam,
  type InferParams,
  objectParam,
  stringParam,
  timestampParam,
} from '#sandbox/stripe/api/params.ts';
import { discountParams, isUsedUpBy } from '#sandbox/stripe/catalogue/discounts.ts';
import { newId } from '#sandbox/stripe/store/ids.ts';
import type { ObjectRepository } from '#sandbox/stripe/store/object-repository.ts';
import type { Subscription } from '#sandbox/stripe/store/types.ts';
import { automaticTaxParam, endAfter } from '#sandbox/stripe/subscriptions/common-params.ts';
import { prepareSubscription } from '#sandbox/stripe/subscriptions/create.ts';
import { currentPeriodEnd } from '#sandbox/stripe/subscriptions/periods.ts';
import { planUpdate, planParams } from '#sandbox/stripe/subscriptions/plan-update.ts';
import { planRenewal, planResumption } from '#sandbox/stripe/subscriptions/renewal.ts';
import { endedStatuses } from '#sandbox/stripe/subscriptions/status.ts';
import { discountsAfterUpdate } from '#sandbox/stripe/subscriptions/update.ts';
import type { TaxedCustomer } from '#sandbox/stripe/tax/automatic-tax.ts';
import { type Bill, newInvoice } from './new-invoice.ts';
import { previewedCustomer, previewedCustomerParams } from './previewed-customer.ts';
import { purchaseBill, purchaseParam } from './purchase-bill.ts';
import type { AppliedDiscount } from './totals.ts';

const details = {
  ...planParams,
  cancel_at: emptyable(timestampParam),
  cancel_at_period_end: booleanParam,
  cancel_now: booleanParam,
  resume_at: enumParam('now'),
};
const previewParams = {
  automatic_tax: automaticTaxParam,
  currency: stringParam,
  ...previewedCustomerParams,
  discounts: discountParams,
  invoice_items: purchaseParam,
  preview_mode: enumParam('next', 'recurring'),
  subscription: stringParam,
  subscription_details: objectParam(details),
};
type PreviewParams = InferParams<typeof previewParams>;

export const previewEndpoints = [
  defineEndpoint('POST', '/v1/invoices/create_preview', {
    params: previewParams,
    async run({ objects, params }) {
      const { subscription: id } = params;
      const bill = id
        ? await nextBill(objects, await objects.get('subscription', id, 'subscription'), params)
        : await firstBill(objects, params);
      // A preview has no invoice id to return.
      return newInvoice(objects, { ...bill, id: newId('upcoming_in') });
    },
  }),
];

/**
 * Returns a subscription's next bill after the requested change, computed by the code that makes the
 * change.
 */
async function nextBill(
  objects: ObjectRepository,
  previous: Subscription,
  params: PreviewParams,
): Promise<Bill> {
  const { subscription_details: change, preview_mode: mode } = params;
  const isEnded = endedStatuses.some((status) => status === previous.status);
  const { now } = objects;
  const endsAt = endAfter(previous, change ?? {}, now);
  const isEnding = endsAt !== null && endsAt <= currentPeriodEnd(previous);
  if (isEnded || isEnding || change?.cancel_now) throw noUpcomingInvoice();
  if (previous.status === 'paused') {
    if (!change?.resume_at) throw noUpcomingInvoice();
    const { updated, bill } = await planResumption(objects, previous);
    return mode === 'recurring'
      ? recurringBill(objects, updated, { discounts: bill.discounts })
      : bill;
  }
  const discounts = await discountsAfterUpdate(objects, previous, params.discounts);
  const plan = await planUpdate(objects, previous, { ...change, discounts });
  if (mode === 'recurring') return recurringBill(objects, plan.updated, { discounts });
  if (plan.bill) return plan.bill;
  const left = discounts.filter((discount) => !isUsedUpBy(discount, plan.prorations));
  return (await planRenewal(objects, plan.updated, { more: plan.prorations, discounts: left }))
    .bill;
}

/** Returns the bill of one-time prices, or the first one of a subscription that does not exist yet. */
async function firstBill(objects: ObjectRepository, params: PreviewParams): Promise<Bill> {
  const { automatic_tax, discounts, invoice_items, subscription_details: change } = params;
  const customer = await previewedCustomer(objects, params);
  if (!customer) throw noUpcomingInvoice();
  if (invoice_items) {
    const isTaxed = automatic_tax?.enabled ?? false;
    return purchaseBill(objects, { customer, items: invoice_items, discounts, isTaxed });
  }
  if (!change?.items) throw noUpcomingInvoice();
  const items = change.items.map(({ price = '', quantity }) => ({
    metadata: undefined,
    price,
    quantity,
  }));
  const trial_end = change.trial_end;
  const order = { automatic_tax, customer: customer.id, discounts, items, trial_end };
  const { bill, subscription } = await prepareSubscription(objects, order, customer);
  if (params.preview_mode !== 'recurring') return bill;
  return recurringBill(objects, subscription, { discounts: bill.discounts, customer });
}

/** Returns the bill of each later period, without one-time items. */
async function recurringBill(
  objects: ObjectRepository,
  subscription: Subscription,
  { discounts, customer }: { discounts: AppliedDiscount[]; customer?: TaxedCustomer },
): Promise<Bill> {
  const { bill } = await planRenewal(objects, subscription, {
    discounts: recurringDiscounts(discounts),
    customer,
  });
  return { ...bill, items: [] };
}

/** Returns the discounts that apply to more than one invoice. */
const recurringDiscounts = (discounts: AppliedDiscount[]) =>
  discounts.filter(({ coupon }) => coupon.duration !== 'once');

const noUpcomingInvoice = () =>
  invalidRequest('No upcoming invoices for customer', undefined, 'invoice_upcoming_none');
