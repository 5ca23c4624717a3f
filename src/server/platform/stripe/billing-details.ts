import type { Stripe } from 'stripe';
import type { BillingDetails, TaxId, TaxIdType } from '#contract/billing/details.ts';
import type { TaxLocation } from '#contract/billing/tax.ts';
import { completionOf, ignoreMissing, resultOf, type StripeOptions } from './connection.ts';
import { InvalidRequest } from './errors.ts';

/** The provider refuses a tax id; `index` is its position in the request. */
export class TaxIdRefused extends Error {
  readonly index: number;

  constructor(index: number, options?: ErrorOptions) {
    super(`tax id ${index} refused`, options);
    this.index = index;
  }
}

/** Calls for the facts about a customer that invoices show; the provider alone stores them. */
export const createStripeBillingDetails = (stripe: Stripe, { automaticTax }: StripeOptions) => ({
  ...taxLocationCalls(stripe),
  /** Reads the details of a customer; null when it was deleted. */
  async retrieveBillingDetails(customer: string): Promise<BillingDetails | null> {
    const [found, taxIds] = await resultOf(
      Promise.all([
        stripe.customers.retrieve(customer),
        stripe.customers.listTaxIds(customer, { limit: 100 }),
      ]),
    );
    return found.deleted ? null : toBillingDetails(found, taxIds.data);
  },
  /**
   * Changes the details: new tax ids first, since the provider may refuse them (TaxIdRefused, nothing is
   * changed then), removed ones last.
   */
  async updateBillingDetails(customer: string, details: BillingDetails) {
    const { data: before } = await resultOf(stripe.customers.listTaxIds(customer, { limit: 100 }));
    await addTaxIds(stripe, customer, { before, wanted: details.taxIds });
    const params = { ...toCustomerParams(details), ...(automaticTax && checkedLocation) };
    await completionOf(stripe.customers.update(customer, params));
    const gone = before.filter((old) => !details.taxIds.some((wanted) => isSame(old, wanted)));
    for (const { id } of gone) await completionOf(stripe.taxIds.del(id)).catch(ignoreMissing);
  },
});

/** Facts that decide a customer's tax. */
export type TaxProfile = {
  address: { country: string; postal_code: string; state: string; city: string; line1: string };
  taxIds: { type: string; value: string }[];
};

/** Has the provider refuse an address that is not precise enough to calculate tax. */
const checkedLocation = { tax: { validate_location: 'immediately' as const } };

const taxLocationCalls = (stripe: Stripe) => ({
  /** Reads a customer's address and tax ids; null without a country. */
  async retrieveTaxProfile(customer: string): Promise<TaxProfile | null> {
    const [found, taxIds] = await resultOf(
      Promise.all([
        stripe.customers.retrieve(customer),
        stripe.customers.listTaxIds(customer, { limit: 100 }),
      ]),
    );
    const address = found.deleted ? null : found.address;
    if (!address?.country) return null;
    const { country, postal_code: code, state, city, line1 } = address;
    return {
      address: {
        country,
        postal_code: code ?? '',
        state: state ?? '',
        city: city ?? '',
        line1: line1 ?? '',
      },
      taxIds: taxIds.data.map(({ type, value }) => ({ type, value })),
    };
  },
  /** Sets a customer's place; refused with `customer_tax_location_invalid` if it is not recognized. */
  setTaxLocation: (customer: string, { country, postalCode }: TaxLocation) =>
    completionOf(
      stripe.customers.update(customer, {
        address: { country, postal_code: postalCode },
        ...checkedLocation,
      }),
    ),
});

async function addTaxIds(
  stripe: Stripe,
  customer: string,
  { before, wanted }: { before: Stripe.TaxId[]; wanted: TaxId[] },
) {
  const added: string[] = [];
  for (const [index, { type, value }] of wanted.entries()) {
    if (before.some((old) => isSame(old, { type, value }))) continue;
    try {
      const { id } = await resultOf(stripe.customers.createTaxId(customer, { type, value }));
      added.push(id);
    } catch (error) {
      for (const id of added) await completionOf(stripe.taxIds.del(id)).catch(ignoreMissing);
      const isRefused = error instanceof InvalidRequest && error.code === 'tax_id_invalid';
      throw isRefused ? new TaxIdRefused(index, { cause: error }) : error;
    }
  }
}

const isSame = (one: { type: string; value: string }, other: TaxId) =>
  one.type === other.type && one.value === other.value;

/** Name of the field that the provider's own pages show. */
const orderField = 'Purchase order';
/** Metadata of the customer that holds the addresses for copies: one each, since values are short. */
const emailKey = (index: number) => `invoiceEmail${index + 1}`;
const emailKeys = Array.from({ length: 5 }, (_, index) => emailKey(index));

/** Returns the addresses that get a copy of each receipt. */
export const invoiceEmailsOf = ({ metadata }: Pick<Stripe.Customer, 'metadata'>): string[] =>
  emailKeys.flatMap((key) => metadata[key] ?? []);

/** Returns the metadata of a customer that holds these addresses, each once. */
export function toInvoiceEmails(emails: string[]) {
  const each = [...new Set(emails)];
  return Object.fromEntries(emailKeys.map((key, index) => [key, each[index] ?? '']));
}

function toBillingDetails(customer: Stripe.Customer, taxIds: Stripe.TaxId[]): BillingDetails {
  const { name, address, invoice_settings: settings } = customer;
  const order = settings.custom_fields?.find((field) => field.name === orderField);
  return {
    legalName: name ?? '',
    country: address?.country ?? '',
    line1: address?.line1 ?? '',
    line2: address?.line2 ?? '',
    city: address?.city ?? '',
    state: address?.state ?? '',
    postalCode: address?.postal_code ?? '',
    // Kinds that only the provider's own pages offer are kept there and not shown.
    taxIds: taxIds
      .filter(({ type }) => isOurType(type))
      .map(({ type, value }) => ({ type: type as TaxIdType, value }))
      .toReversed(),
    invoiceEmails: invoiceEmailsOf(customer),
    purchaseOrder: order?.value ?? '',
  };
}

const ourTypes: Record<TaxIdType, true> = {
  br_cnpj: true,
  br_cpf: true,
  eu_vat: true,
  in_gst: true,
  mx_rfc: true,
};
const isOurType = (type: string) => Object.hasOwn(ourTypes, type);

const toCustomerParams = (details: BillingDetails): Stripe.CustomerUpdateParams => ({
  name: details.legalName,
  address: {
    country: details.country,
    line1: details.line1,
    line2: details.line2,
    city: details.city,
    state: details.state,
    postal_code: details.postalCode,
  },
  metadata: toInvoiceEmails(details.invoiceEmails),
  invoice_settings: {
    custom_fields:
      details.purchaseOrder === '' ? '' : [{ name: orderField, value: details.purchaseOrder }],
  },
});
