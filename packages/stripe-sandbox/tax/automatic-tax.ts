import { invalidRequest } from '#sandbox/stripe/api/errors.ts';
import type { ObjectRepository } from '#sandbox/stripe/store/object-repository.ts';
import type { Customer, InvoiceLine } from '#sandbox/stripe/store/types.ts';
import { locate, rateOf, sellerCountry } from './rates.ts';
import { taxRateId } from './tax-rates.ts';

/** Tax of a customer's place, in percent. */
export type TaxTerms = {
  percent: number;
  rateId: string;
  reason: 'not_collecting' | 'reverse_charge' | 'standard_rated';
};

/** Tax id that decides about reverse charge; those of stored customers are read. */
export type CustomerTaxId = {
  type: string;
  value: string;
  verification: string | null;
};

/** Customer of an invoice or preview; a preview may bring its own tax ids. */
export type TaxedCustomer = {
  taxIds?: CustomerTaxId[];
} & Customer;

/**
 * Returns the tax that a customer pays; null when its address is not precise enough. Like Stripe, a business
 * with a verified European VAT id of another country than the seller's accounts for the tax itself.
 */
export async function taxTermsOf(
  objects: ObjectRepository,
  customer: TaxedCustomer,
): Promise<TaxTerms | null> {
  const location = customer.address && locate(customer.address);
  if (!location) return null;
  const rateId = taxRateId(location);
  const { percent, type } = rateOf(location);
  if (percent === 0) return { percent, rateId, reason: 'not_collecting' };
  const ids = customer.taxIds ?? (await storedTaxIds(objects, customer.id));
  const prefix = location.country === 'GR' ? 'EL' : location.country;
  const isReversed =
    type === 'vat' &&
    location.country !== sellerCountry &&
    ids.some(
      (id) => id.type === 'eu_vat' && id.verification === 'verified' && id.value.startsWith(prefix),
    );
  return isReversed
    ? { percent: 0, rateId, reason: 'reverse_charge' }
    : { percent, rateId, reason: 'standard_rated' };
}

const storedTaxIds = async (objects: ObjectRepository, customer: string) =>
  (await objects.list('tax_id', { parent: customer })).map(({ type, value, verification }) => ({
    type,
    value: value.toUpperCase(),
    verification: verification?.status ?? null,
  }));

/** Throws unless the customer's address is precise enough to calculate tax. */
export async function assertTaxLocation(objects: ObjectRepository, customer: TaxedCustomer) {
  if (!(await taxTermsOf(objects, customer))) throw unknownLocation();
}

export const unknownLocation = () =>
  invalidRequest(
    "The customer's location isn't recognized. Set a valid customer address in order to " +
      'automatically calculate tax.',
    undefined,
    'customer_tax_location_invalid',
  );

/** Throws for lines whose price has no tax behavior, as Stripe does without a default in its settings. */
export async function assertTaxBehavior(objects: ObjectRepository, lines: InvoiceLine[]) {
  const prices = lines.flatMap(({ pricing }) => pricing?.price_details?.price ?? []);
  for (const id of new Set(prices.map(String))) {
    const price = await objects.get('price', id);
    if (price.tax_behavior === 'exclusive') continue;
    throw invalidRequest(
      `The price ${id} has the tax behavior ${price.tax_behavior}; automatic tax in this sandbox ` +
        'needs `tax_behavior=exclusive`.',
      'automatic_tax[enabled]',
    );
  }
}

/** Returns a line with its tax: rounded to minor units for each line, half away from zero. */
export function taxedLine(line: InvoiceLine, net: number, tax: TaxTerms | null): InvoiceLine {
  if (!tax) return { ...line, taxes: [] };
  return { ...line, taxes: [taxEntry(tax, { net, amount: taxOn(net, tax.percent) })] };
}

/** Returns the sum of the lines' taxes as the invoice shows it. */
export function totalTaxes(lines: InvoiceLine[], tax: TaxTerms | null) {
  if (!tax) return [];
  const entries = lines.flatMap(({ taxes }) => taxes ?? []);
  const net = entries.reduce((sum, { taxable_amount: base }) => sum + (base ?? 0), 0);
  const amount = entries.reduce((sum, entry) => sum + entry.amount, 0);
  return [taxEntry(tax, { net, amount })];
}

const taxEntry = (
  { rateId, reason }: TaxTerms,
  { net, amount }: Record<'amount' | 'net', number>,
) => ({
  amount,
  tax_behavior: 'exclusive' as const,
  tax_rate_details: { tax_rate: rateId },
  taxability_reason: reason,
  taxable_amount: net,
  type: 'tax_rate_details' as const,
});

/** Works in thousandths of a percent, which are whole: 6.25 % of 100 is 6.25 exactly. */
function taxOn(net: number, percent: number) {
  const part = Math.round((Math.abs(net) * Math.round(percent * 1_000)) / 100_000);
  return net < 0 ? -part : part;
}

const settings = { disabled_reason: null, liability: { type: 'self' as const } };

/** Returns the automatic tax of a subscription. */
export const subscriptionTax = (enabled: boolean) =>
  enabled ? { ...settings, enabled } : { disabled_reason: null, enabled, liability: null };

/** Returns the automatic tax of an invoice with its latest calculation. */
export const invoiceTax = (terms: TaxTerms | null) => ({
  ...settings,
  enabled: true,
  provider: 'stripe',
  status: terms ? ('complete' as const) : ('requires_location_inputs' as const),
});
