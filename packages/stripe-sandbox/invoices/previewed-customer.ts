import {
  arrayParam,
  type InferParams,
  objectParam,
  required,
  stringParam,
} from '#sandbox/stripe/api/params.ts';
import { newCustomer, updatedAddress } from '#sandbox/stripe/customers/customers.ts';
import { newTaxId, taxIdTypeParam } from '#sandbox/stripe/customers/tax-ids.ts';
import { addressParam } from '#sandbox/stripe/payment-methods/address.ts';
import type { ObjectRepository } from '#sandbox/stripe/store/object-repository.ts';
import type { TaxedCustomer } from '#sandbox/stripe/tax/automatic-tax.ts';

/** Parameters that name or describe the customer of a preview. */
export const previewedCustomerParams = {
  customer: stringParam,
  customer_details: objectParam({
    address: addressParam,
    tax_ids: arrayParam(
      objectParam({ type: required(taxIdTypeParam), value: required(stringParam) }),
    ),
  }),
};

/** Returns the customer of a preview: a stored one, one that only the request describes, or both; null for none. */
export async function previewedCustomer(
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
