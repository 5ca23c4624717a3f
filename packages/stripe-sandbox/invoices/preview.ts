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
  arrayParam,
  required,
  integerParam,
} from '#sandbox/stripe/api/params.ts';
import {
  discountParams,
  isUsedUpBy,
  resolveDiscounts,
} from '#sandbox/stripe/catalogue/discounts.ts';
import { newCustomer, updatedAddress } from '#sandbox/stripe/customers/customers.ts';
import { newTaxId, taxIdTypeParam } from '#sandbox/stripe/customers/tax-ids.ts';
import { addressParam } from '#sandbox/stripe/payment-methods/address.ts';
import { newId } from '#sandbox/stripe/store/ids.ts';
import type { ObjectRepository } from '#sandbox/stripe/store/object-repository.ts';
import type { Subscription, InvoiceItem } from '#sandbox/stripe/store/types.ts';
import {
  automaticTaxParam,
  withRequestedEnd,
} from '#sandbox/stripe/subscriptions/common-params.ts';
import { prepareSubscription } from '#sandbox/stripe/subscriptions/create.ts';
import { currentPeriodEnd } from '#sandbox/stripe/subscriptions/periods.ts';
import { planUpdate, planParams } from '#sandbox/stripe/subscriptions/plan-update.ts';
import { planRenewal, planResumption } from '#sandbox/stripe/subscriptions/renewal.ts';
import { endedStatuses } from '#sandbox/stripe/subscriptions/status.ts';
import { discountsAfterUpdate } from '#sandbox/stripe/subscriptions/update.ts';
import { type TaxedCustomer, assertTaxLocation } from '#sandbox/stripe/tax/automatic-tax.ts';
import { invoiceItemOf } from './invoice-items.ts';
import { type Bill, newInvoice } from './new-invoice.ts';
import type { AppliedDiscount } from './totals.ts';

const purchase = objectParam({ price: required(stringParam), quantity: integerParam(0) });

/** Parameter with the one-time prices of a preview. */
const purchaseParam = arrayParam(purchase);

type Purchase = {
  customer: TaxedCustomer;
  items: ReturnType<typeof purchaseParam.parse>;
  discounts: ReturnType<typeof discountParams.parse> | undefined;
  isTaxed: boolean;
};

/** Returns the bill of one-time items alone. */
async function purchaseBill(
  objects: ObjectRepository,
  { customer, items: sent, discounts: sentDiscounts, isTaxed }: Purchase,
): Promise<Bill> {
  if (isTaxed) await assertTaxLocation(objects, customer);
  const items: InvoiceItem[] = [];
  for (const { price, quantity } of sent) {
    items.push(await invoiceItemOf(objects, { pricing: { price }, quantity }, customer.id));
  }
  const currency = items[0]?.currency ?? 'usd';
  const amount = items.reduce((sum, item) => sum + item.amount, 0);
  const owner = { customer: customer.id, subscription: null, invoice: null, currency, amount };
  const discounts = await resolveDiscounts(objects, sentDiscounts, owner);
  const bill = { id: '', customer, currency, subscription: null, lines: [], items, discounts };
  return { ...bill, reason: 'manual', isTaxed };
}

/** Parameters that name or describe the customer of a preview. */
const previewedCustomerParams = {
  customer: stringParam,
  customer_details: objectParam({
    address: addressParam,
    tax_ids: arrayParam(
      objectParam({ type: required(taxIdTypeParam), value: required(stringParam) }),
    ),
  }),
};

/** Returns the customer of a preview: a stored one, one that only the request describes, or both; null for none. */
async function previewedCustomer(
  objects: ObjectRepository,
  { customer: id, customer_details: given }: InferParams<typeof previewedCustomerParams>,
): Promise<TaxedCustomer | null> {
  if (!id && !given) return null;
  const stored = id ? await objects.get('customer', id, 'customer') : newCustomer(objects.now);
  const taxIds = given?.tax_ids?.map((taxId) => {
    const { type, value, verification } = newTaxId({ ...taxId, customer: '', now: objects.now });
    return { type, value: value.toUpperCase(), verification: verification?.status ?? null };
  });
  return {
    ...stored,
    address: updatedAddress(stored, given?.address),
    ...(taxIds && { taxIds }),
  };
}

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
        ? await withGivenTax(objects, await nextBill(objects, id, params), params)
        : await firstBill(objects, params);
      // A preview has no invoice id to return.
      return newInvoice(objects, { ...bill, id: newId('upcoming_in') });
    },
  }),
];

/** Returns the bill with the tax and the details of the customer that the request gives instead of the stored ones. */
async function withGivenTax(
  objects: ObjectRepository,
  bill: Bill,
  { automatic_tax: tax, customer_details }: PreviewParams,
): Promise<Bill> {
  const given = { customer: bill.customer.id, customer_details };
  const customer = (customer_details && (await previewedCustomer(objects, given))) ?? bill.customer;
  if (tax?.enabled) await assertTaxLocation(objects, customer);
  return { ...bill, customer, ...(tax && { isTaxed: tax.enabled }) };
}

/**
 * Returns a subscription's next bill after the requested change, computed by the code that makes the
 * change.
 */
async function nextBill(
  objects: ObjectRepository,
  id: string,
  params: PreviewParams,
): Promise<Bill> {
  const previous = await objects.get('subscription', id, 'subscription');
  const { subscription_details: change, preview_mode: mode } = params;
  const isEnded = endedStatuses.some((status) => status === previous.status);
  const { now } = objects;
  const ending = withRequestedEnd(previous, change ?? {}, now);
  const isEnding = ending.cancel_at !== null && ending.cancel_at <= currentPeriodEnd(previous);
  if (isEnded || isEnding || change?.cancel_now) throw noUpcomingInvoice();
  if (previous.status === 'paused') {
    if (!change?.resume_at) throw noUpcomingInvoice();
    const { updated, bill } = await planResumption(objects, ending);
    return mode === 'recurring'
      ? recurringBill(objects, updated, { discounts: bill.discounts })
      : bill;
  }
  const discounts = await discountsAfterUpdate(objects, previous, params.discounts);
  const plan = await planUpdate(objects, ending, { ...change, discounts });
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
