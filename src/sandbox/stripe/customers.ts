import { endpoint } from './endpoint.ts';
import { resourceMissing, invalidRequest } from './failure.ts';
import { testClocks } from './frozen-clocks.ts';
import { newId, newShortId } from './ids.ts';
import type { Ledger } from './ledger.ts';
import { listPage, paging } from './lists.ts';
import {
  emptyable,
  integer,
  listOf,
  mergeMetadata,
  metadata,
  type ParamsOf,
  shape,
  text,
} from './params.ts';
import { attachMethod, detachMethod, methodOf } from './payment-method-owner.ts';
import { methodNamed } from './payment-methods.ts';
import { endSubscription } from './subscription-end.ts';
import { liveStatuses } from './subscription-status.ts';
import type { Customer, DeletedCustomer } from './wire.ts';

const url = '/v1/customers';

const details = {
  description: emptyable(text),
  email: emptyable(text),
  metadata,
  name: emptyable(text),
  phone: emptyable(text),
  preferred_locales: listOf(text),
  /** Balance in minor units: positive is owed in addition to invoices, negative is credit. */
  balance: integer(Number.MIN_SAFE_INTEGER),
  invoice_settings: shape({ default_payment_method: emptyable(text) }),
};

export const customers = [
  ...testClocks,

  endpoint('POST', url, {
    params: { ...details, payment_method: text, test_clock: text },
    async run({ ledger, params: { payment_method: method, test_clock: clock, ...params } }) {
      if (clock) await ledger.get('test_helpers.test_clock', clock, 'test_clock');
      const blank = { ...newCustomer(ledger.now), test_clock: clock ?? null };
      if (method) await attachMethod(ledger, await methodNamed(ledger, method), blank.id);
      const customer = await applyDetails(ledger, blank, params);
      await ledger.create('customer.created', customer);
      return customer;
    },
  }),

  endpoint('GET', url, {
    params: { ...paging, email: text, test_clock: text },
    run: ({ ledger, params: { email, test_clock, ...page } }) =>
      listPage(
        ledger,
        { kind: 'customer', url, filter: { contains: { email, test_clock } } },
        page,
      ),
  }),

  endpoint('GET', `${url}/:id`, {
    params: {},
    async run({ ledger, id }) {
      const found =
        (await ledger.find('customer', id)) ?? (await ledger.find('deleted_customer', id));
      if (!found) throw resourceMissing('customer', id);
      return found;
    },
  }),

  endpoint('POST', `${url}/:id`, {
    params: details,
    async run({ ledger, params, id }) {
      const was = await ledger.get('customer', id);
      const is = await applyDetails(ledger, was, params);
      await ledger.update('customer.updated', was, is);
      return is;
    },
  }),

  endpoint('DELETE', `${url}/:id`, {
    params: {},
    async run({ ledger, id }) {
      const customer = await ledger.get('customer', id);
      const anyOf = { field: 'status', values: liveStatuses };
      for (const subscription of await ledger.list('subscription', { parent: id, anyOf })) {
        await endSubscription(ledger, subscription);
      }
      for (const method of await ledger.list('payment_method', { parent: id })) {
        await detachMethod(ledger, method);
      }
      const stub: DeletedCustomer = { id, object: 'customer', deleted: true };
      await ledger.remove('customer.deleted', customer, stub);
      return stub;
    },
  }),
];

async function applyDetails(
  ledger: Ledger,
  customer: Customer,
  params: ParamsOf<typeof details>,
): Promise<Customer> {
  const { balance, description, email, name, phone, preferred_locales: locales } = params;
  if (email && !email.includes('@')) {
    throw invalidRequest(`Invalid email address: ${email}`, 'email', 'email_invalid');
  }
  return {
    ...customer,
    balance: balance ?? customer.balance,
    description: description === undefined ? customer.description : description,
    email: email === undefined ? customer.email : email,
    invoice_settings: await settingsOf(ledger, customer, params.invoice_settings),
    metadata: mergeMetadata(customer.metadata, params.metadata),
    name: name === undefined ? customer.name : name,
    phone: phone === undefined ? customer.phone : phone,
    preferred_locales: locales ?? customer.preferred_locales,
  };
}

/** Returns the customer's settings with another default payment method, which must be its own. */
async function settingsOf(
  ledger: Ledger,
  { id, invoice_settings: settings }: Customer,
  sent: ParamsOf<typeof details>['invoice_settings'],
): Promise<Customer['invoice_settings']> {
  const method = sent?.default_payment_method;
  if (method) {
    await methodOf(ledger, id, [method, 'invoice_settings[default_payment_method]']);
  }
  return method === undefined ? settings : { ...settings, default_payment_method: method };
}

const newCustomer = (now: number): Customer => ({
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
