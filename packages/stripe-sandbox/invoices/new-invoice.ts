import type { ObjectRepository } from '#sandbox/stripe/store/object-repository.ts';
import type {
  Invoice,
  InvoiceItem,
  InvoiceLine,
  Subscription,
} from '#sandbox/stripe/store/types.ts';
import {
  assertTaxBehavior,
  invoiceTax,
  type TaxedCustomer,
  taxTermsOf,
} from '#sandbox/stripe/tax/automatic-tax.ts';
import { sellerCountry } from '#sandbox/stripe/tax/rates.ts';
import { lineFromItem } from './lines.ts';
import { type AppliedDiscount, withTotals } from './totals.ts';

/** Data from which an invoice is created. */
export type Bill = {
  id: string;
  customer: TaxedCustomer;
  currency: string;
  /** Subscription; null for a one-time invoice. */
  subscription: Subscription | null;
  reason: 'manual' | 'subscription_create' | 'subscription_cycle' | 'subscription_update';
  lines: InvoiceLine[];
  /** Pending items of this invoice; their lines come first. */
  items: InvoiceItem[];
  discounts: AppliedDiscount[];
  /** Billed period; by default the current moment. */
  period?: { start: number; end: number };
  details?: Partial<Invoice>;
  /** Automatic tax; by default as the subscription has it. */
  isTaxed?: boolean;
};

/** Returns a draft invoice over its lines; amounts in minor units. */
export async function newInvoice(objects: ObjectRepository, bill: Bill): Promise<Invoice> {
  const { id, customer, subscription } = bill;
  const { now } = objects;
  const lines = [...bill.items.map((item) => lineFromItem(item, id)), ...bill.lines];
  const draft: Invoice = {
    ...blank,
    id,
    auto_advance: subscription !== null,
    billing_reason: bill.reason,
    ...collectionOf(subscription, now),
    created: now,
    currency: bill.currency,
    customer: customer.id,
    custom_fields: customer.invoice_settings.custom_fields,
    customer_address: customer.address ?? null,
    customer_email: customer.email,
    customer_name: customer.name ?? null,
    customer_phone: customer.phone ?? null,
    lines: { object: 'list', data: lines, has_more: false, url: `/v1/invoices/${id}/lines` },
    parent: subscription && {
      quote_details: null,
      subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
      type: 'subscription_details',
    },
    period_end: bill.period?.end ?? now,
    period_start: bill.period?.start ?? now,
    ...bill.details,
  };
  const terms = { discounts: bill.discounts, balance: customer.balance };
  if (!(bill.isTaxed ?? subscription?.automatic_tax.enabled)) {
    return withTotals(draft, { ...terms, tax: null });
  }
  await assertTaxBehavior(objects, lines);
  const tax = await taxTermsOf(objects, customer);
  return withTotals({ ...draft, automatic_tax: invoiceTax(tax) }, { ...terms, tax });
}

/** Returns how the invoice is collected: as its subscription says, due some days after its creation if it is sent. */
const collectionOf = (subscription: Subscription | null, now: number) =>
  subscription?.collection_method === 'send_invoice'
    ? {
        collection_method: subscription.collection_method,
        due_date: now + (subscription.days_until_due ?? 0) * 86_400,
      }
    : {};

/** Defaults of every invoice; the amounts are those of an empty one. */
const blank: Invoice = {
  id: '',
  object: 'invoice',
  account_country: sellerCountry,
  account_name: 'Pregão',
  account_tax_ids: null,
  amount_due: 0,
  amount_overpaid: 0,
  amount_paid: 0,
  amount_remaining: 0,
  amount_shipping: 0,
  application: null,
  attempt_count: 0,
  attempted: false,
  auto_advance: false,
  automatic_tax: {
    disabled_reason: null,
    enabled: false,
    liability: null,
    provider: null,
    status: null,
  },
  automatically_finalizes_at: null,
  billing_reason: null,
  collection_method: 'charge_automatically',
  created: 0,
  currency: '',
  custom_fields: null,
  customer: null,
  customer_account: null,
  customer_address: null,
  customer_email: null,
  customer_name: null,
  customer_phone: null,
  customer_shipping: null,
  customer_tax_exempt: 'none',
  customer_tax_ids: [],
  default_payment_method: null,
  default_source: null,
  default_tax_rates: [],
  description: null,
  discounts: [],
  due_date: null,
  effective_at: null,
  ending_balance: 0,
  footer: null,
  from_invoice: null,
  hosted_invoice_url: null,
  invoice_pdf: null,
  issuer: { type: 'self' },
  last_finalization_error: null,
  latest_revision: null,
  lines: { object: 'list', data: [], has_more: false, url: '' },
  livemode: false,
  metadata: {},
  next_payment_attempt: null,
  number: null,
  on_behalf_of: null,
  parent: null,
  payment_settings: {
    default_mandate: null,
    payment_method_options: null,
    payment_method_types: null,
  },
  period_end: 0,
  period_start: 0,
  post_payment_credit_notes_amount: 0,
  pre_payment_credit_notes_amount: 0,
  receipt_number: null,
  rendering: null,
  shipping_cost: null,
  shipping_details: null,
  starting_balance: 0,
  statement_descriptor: null,
  status: 'draft',
  status_transitions: {
    finalized_at: null,
    marked_uncollectible_at: null,
    paid_at: null,
    voided_at: null,
  },
  subscription: null,
  subtotal: 0,
  subtotal_excluding_tax: 0,
  test_clock: null,
  total: 0,
  total_discount_amounts: [],
  total_excluding_tax: 0,
  total_pretax_credit_amounts: [],
  total_taxes: [],
  webhooks_delivered_at: null,
};
