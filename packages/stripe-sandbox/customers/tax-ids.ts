import { defineEndpoint } from '#sandbox/stripe/api/endpoint.ts';
import { invalidRequest } from '#sandbox/stripe/api/errors.ts';
import { listPage, paginationParams } from '#sandbox/stripe/api/pagination.ts';
import { enumParam, required, stringParam } from '#sandbox/stripe/api/params.ts';
import { newId } from '#sandbox/stripe/store/ids.ts';
import type { ObjectRepository } from '#sandbox/stripe/store/object-repository.ts';
import type { Invoice, TaxId } from '#sandbox/stripe/store/types.ts';

/** Formats of VAT numbers after the country's prefix, as Stripe documents them. */
const vatFormats: Record<string, RegExp> = {
  AT: /^U\d{8}$/,
  BE: /^0\d{9}$/,
  BG: /^\d{9,10}$/,
  CY: /^\d{8}[A-Z]$/,
  CZ: /^\d{8,10}$/,
  DE: /^\d{9}$/,
  DK: /^\d{8}$/,
  EE: /^\d{9}$/,
  EL: /^\d{9}$/,
  ES: /^[A-Z\d]\d{7}[A-Z\d]$/,
  FI: /^\d{8}$/,
  FR: /^[A-Z\d]{2}\d{9}$/,
  HR: /^\d{11}$/,
  HU: /^\d{8}$/,
  IE: /^\d[A-Z\d+*]\d{5}[A-Z]{1,2}$/,
  IT: /^\d{11}$/,
  LT: /^(\d{9}|\d{12})$/,
  LU: /^\d{8}$/,
  LV: /^\d{11}$/,
  MT: /^\d{8}$/,
  NL: /^\d{9}B\d{2}$/,
  PL: /^\d{10}$/,
  PT: /^\d{9}$/,
  RO: /^\d{2,10}$/,
  SE: /^\d{12}$/,
  SI: /^\d{8}$/,
  SK: /^\d{10}$/,
};

const types = {
  br_cnpj: { country: 'BR', format: /^[A-Z\d]{12}\d{2}$/ },
  br_cpf: { country: 'BR', format: /^\d{11}$/ },
  in_gst: { country: 'IN', format: /^\d{2}[A-Z]{5}\d{4}[A-Z][A-Z\d]{3}$/ },
  mx_rfc: { country: 'MX', format: /^[A-ZÑ&]{3,4}\d{6}[A-Z\d]{3}$/ },
  eu_vat: { country: null, format: /^$/ },
} as const;
type TaxIdType = keyof typeof types;

/** Parameter with a supported kind of tax id. */
export const taxIdTypeParam = enumParam('br_cnpj', 'br_cpf', 'eu_vat', 'in_gst', 'mx_rfc');

const url = '/v1/customers/:id/tax_ids';

export const taxIdEndpoints = [
  defineEndpoint('POST', url, {
    params: {
      type: required(taxIdTypeParam),
      value: required(stringParam),
    },
    async run({ objects, params: { type, value }, id }) {
      await objects.get('customer', id);
      const made = newTaxId({ customer: id, type, value, now: objects.now });
      await objects.create('customer.tax_id.created', made);
      return made;
    },
  }),

  defineEndpoint('GET', url, {
    params: paginationParams,
    async run({ objects, params, id }) {
      await objects.get('customer', id);
      const filter = { parent: id };
      return listPage(
        objects,
        { kind: 'tax_id', url: `/v1/customers/${id}/tax_ids`, filter },
        params,
      );
    },
  }),

  defineEndpoint('DELETE', '/v1/tax_ids/:id', {
    params: {},
    async run({ objects, id }) {
      await objects.remove('customer.tax_id.deleted', await objects.get('tax_id', id));
      return { id, object: 'tax_id', deleted: true };
    },
  }),
];

type NewTaxId = { customer: string; type: TaxIdType; value: string; now: number };

/** Returns a tax id; throws `tax_id_invalid` for one that its country's format doesn't allow. */
export function newTaxId({ customer, type, value, now }: NewTaxId): TaxId {
  const plain = value.toUpperCase().replaceAll(/[\s./-]/g, '');
  const prefix = plain.slice(0, 2);
  const isRight =
    type === 'eu_vat'
      ? vatFormats[prefix]?.test(plain.slice(2)) === true
      : types[type].format.test(plain);
  if (!isRight) throw invalidRequest(`Invalid value for ${type}.`, 'value', 'tax_id_invalid');
  return {
    id: newId('txi'),
    object: 'tax_id',
    country: types[type].country ?? (prefix === 'EL' ? 'GR' : prefix),
    created: now,
    customer,
    customer_account: null,
    livemode: false,
    owner: { customer, customer_account: null, type: 'customer' },
    type,
    value,
    // Stripe compares European numbers with VIES; the others it can't verify.
    verification: {
      status: type === 'eu_vat' ? 'verified' : 'unavailable',
      verified_address: null,
      verified_name: null,
    },
  };
}

/** Returns a customer's tax ids as an invoice shows them, oldest first. */
export async function invoiceTaxIds(
  objects: ObjectRepository,
  customer: string,
): Promise<Invoice['customer_tax_ids']> {
  const found = await objects.list('tax_id', { parent: customer });
  return found.toReversed().map(({ type, value }) => ({ type, value }));
}
