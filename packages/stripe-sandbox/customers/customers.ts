import { defineEndpoint } from '#sandbox/stripe/api/endpoint.ts';
import { resourceMissing, invalidRequest } from '#sandbox/stripe/api/errors.ts';
import { listPage, paginationParams } from '#sandbox/stripe/api/pagination.ts';
import {
  emptyable,
  enumParam,
  integerParam,
  arrayParam,
  mergeMetadata,
  metadata,
  type InferParams,
  objectParam,
  required,
  stringParam,
} from '#sandbox/stripe/api/params.ts';
import { testClockEndpoints } from '#sandbox/stripe/clock/clock-endpoints.ts';
import { addressParam } from '#sandbox/stripe/payment-methods/address.ts';
import {
  attachPaymentMethod,
  detachPaymentMethod,
  customerPaymentMethod,
} from '#sandbox/stripe/payment-methods/attach.ts';
import { resolvePaymentMethod } from '#sandbox/stripe/payment-methods/payment-methods.ts';
import { newId, newShortId } from '#sandbox/stripe/store/ids.ts';
import type { ObjectRepository } from '#sandbox/stripe/store/object-repository.ts';
import type { Customer, DeletedCustomer } from '#sandbox/stripe/store/types.ts';
import { endSubscription } from '#sandbox/stripe/subscriptions/end.ts';
import { liveStatuses } from '#sandbox/stripe/subscriptions/status.ts';
import { assertTaxLocation } from '#sandbox/stripe/tax/automatic-tax.ts';
import { balanceEndpoints, recordBalanceChange } from './balance.ts';
import { taxIdEndpoints } from './tax-ids.ts';

const url = '/v1/customers';

const fields = arrayParam(
  objectParam({ name: required(stringParam), value: required(stringParam) }),
);

const details = {
  address: emptyable(addressParam),
  description: emptyable(stringParam),
  email: emptyable(stringParam),
  metadata,
  name: emptyable(stringParam),
  phone: emptyable(stringParam),
  tax: objectParam({ validate_location: enumParam('auto', 'deferred', 'immediately') }),
  preferred_locales: arrayParam(stringParam),
  /** Balance in minor units: positive is owed in addition to invoices, negative is credit. */
  balance: integerParam(Number.MIN_SAFE_INTEGER),
  invoice_settings: objectParam({
    custom_fields: emptyable(fields),
    default_payment_method: emptyable(stringParam),
  }),
};

export const customerEndpoints = [
  ...testClockEndpoints,
  ...taxIdEndpoints,
  ...balanceEndpoints,

  defineEndpoint('POST', url, {
    params: { ...details, payment_method: stringParam, test_clock: stringParam },
    async run({ objects, params: { payment_method: method, test_clock: clock, ...params } }) {
      if (clock) await objects.get('test_helpers.test_clock', clock, 'test_clock');
      const blank = { ...newCustomer(objects.now), test_clock: clock ?? null };
      if (method)
        await attachPaymentMethod(objects, await resolvePaymentMethod(objects, method), blank.id);
      const customer = await applyDetails(objects, blank, params);
      await objects.create('customer.created', customer);
      await recordBalanceChange(objects, customer, { amount: customer.balance, type: 'initial' });
      return customer;
    },
  }),

  defineEndpoint('GET', url, {
    params: { ...paginationParams, email: stringParam, test_clock: stringParam },
    run: ({ objects, params: { email, test_clock, ...page } }) =>
      listPage(
        objects,
        { kind: 'customer', url, filter: { contains: { email, test_clock } } },
        page,
      ),
  }),

  defineEndpoint('GET', `${url}/:id`, {
    params: {},
    async run({ objects, id }) {
      const found =
        (await objects.find('customer', id)) ?? (await objects.find('deleted_customer', id));
      if (!found) throw resourceMissing('customer', id);
      return found;
    },
  }),

  defineEndpoint('POST', `${url}/:id`, {
    params: details,
    async run({ objects, params, id }) {
      const previous = await objects.get('customer', id);
      const updated = await applyDetails(objects, previous, params);
      await objects.update('customer.updated', previous, updated);
      const amount = updated.balance - previous.balance;
      await recordBalanceChange(objects, updated, { amount, type: 'adjustment' });
      return updated;
    },
  }),

  defineEndpoint('DELETE', `${url}/:id`, {
    params: {},
    async run({ objects, id }) {
      const customer = await objects.get('customer', id);
      const anyOf = { field: 'status', values: liveStatuses };
      for (const subscription of await objects.list('subscription', { parent: id, anyOf })) {
        await endSubscription(objects, subscription);
      }
      for (const method of await objects.list('payment_method', { parent: id })) {
        await detachPaymentMethod(objects, method);
      }
      for (const taxId of await objects.list('tax_id', { parent: id })) {
        await objects.removeWithoutEvent(taxId);
      }
      const stub: DeletedCustomer = { id, object: 'customer', deleted: true };
      await objects.remove('customer.deleted', customer, stub);
      return stub;
    },
  }),
];

async function applyDetails(
  objects: ObjectRepository,
  customer: Customer,
  params: InferParams<typeof details>,
): Promise<Customer> {
  const { balance, description, email, name, phone, preferred_locales: locales } = params;
  if (email && !email.includes('@')) {
    throw invalidRequest(`Invalid email address: ${email}`, 'email', 'email_invalid');
  }
  const address = updatedAddress(customer, params.address);
  if (params.tax?.validate_location === 'immediately') {
    await assertTaxLocation(objects, { ...customer, address });
  }
  return {
    ...customer,
    address,
    balance: balance ?? customer.balance,
    description: description === undefined ? customer.description : description,
    email: email === undefined ? customer.email : email,
    invoice_settings: await invoiceSettings(objects, customer, params.invoice_settings),
    metadata: mergeMetadata(customer.metadata, params.metadata),
    name: name === undefined ? customer.name : name,
    phone: phone === undefined ? customer.phone : phone,
    preferred_locales: locales ?? customer.preferred_locales,
  };
}

/** Returns the customer's settings with another default payment method, which must be its own. */
async function invoiceSettings(
  objects: ObjectRepository,
  { id, invoice_settings: settings }: Customer,
  sent: InferParams<typeof details>['invoice_settings'],
): Promise<Customer['invoice_settings']> {
  const method = sent?.default_payment_method;
  if (method) {
    await customerPaymentMethod(objects, id, [method, 'invoice_settings[default_payment_method]']);
  }
  const fields = sent?.custom_fields;
  return {
    ...settings,
    ...(fields !== undefined && { custom_fields: fields }),
    ...(method !== undefined && { default_payment_method: method }),
  };
}

/** Returns the address with the parts that were sent; an empty part unsets it. */
export function updatedAddress(
  { address }: Customer,
  sent: InferParams<typeof details>['address'],
): Customer['address'] {
  if (sent === undefined) return address;
  if (sent === null) return null;
  const blank = { city: null, country: null, line1: null, line2: null, postal_code: null };
  const given = Object.entries(sent).filter(([, value]) => value !== undefined);
  return { ...blank, state: null, ...address, ...Object.fromEntries(given) };
}

/** Returns a customer without any details. */
export const newCustomer = (now: number): Customer => ({
  id: newId('cus'),
  object: 'customer',
  address: null,
  balance: 0,
  created: now,
  currency: null,
  customer_account: null,
  default_source: null,
  delinquent: false,
  description: null,
  discount: null,
  email: null,
  invoice_prefix: newShortId(),
  invoice_settings: {
    custom_fields: null,
    default_payment_method: null,
    footer: null,
    rendering_options: null,
  },
  livemode: false,
  metadata: {},
  name: null,
  next_invoice_sequence: 1,
  phone: null,
  preferred_locales: [],
  shipping: null,
  tax_exempt: 'none',
  test_clock: null,
});
