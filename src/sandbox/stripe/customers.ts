import { endpoint } from './endpoint.ts';
import { resourceMissing, invalidRequest } from './failure.ts';
import { newId, newInvoicePrefix } from './ids.ts';
import { listPage, paging } from './lists.ts';
import { emptyable, listOf, mergeMetadata, metadata, type ParamsOf, text } from './params.ts';
import { endSubscription, liveStatuses } from './subscription-end.ts';
import type { Customer, DeletedCustomer } from './wire.ts';

const url = '/v1/customers';

const details = {
  description: emptyable(text),
  email: emptyable(text),
  metadata,
  name: emptyable(text),
  phone: emptyable(text),
  preferred_locales: listOf(text),
};

export const customers = [
  endpoint('POST', url, {
    params: details,
    async run({ ledger, params }) {
      const customer = applyDetails(newCustomer(ledger.now), params);
      await ledger.create('customer.created', customer);
      return customer;
    },
  }),

  endpoint('GET', url, {
    params: { ...paging, email: text },
    run: ({ ledger, params: { email, ...page } }) =>
      listPage(ledger, { kind: 'customer', url, filter: { contains: { email } } }, page),
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
      const is = applyDetails(was, params);
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
      const stub: DeletedCustomer = { id, object: 'customer', deleted: true };
      await ledger.remove('customer.deleted', customer, stub);
      return stub;
    },
  }),
];

function applyDetails(customer: Customer, params: ParamsOf<typeof details>): Customer {
  const { description, email, name, phone, preferred_locales: locales } = params;
  if (email && !email.includes('@')) {
    throw invalidRequest(`Invalid email address: ${email}`, 'email', 'email_invalid');
  }
  return {
    ...customer,
    description: description === undefined ? customer.description : description,
    email: email === undefined ? customer.email : email,
    metadata: mergeMetadata(customer.metadata, params.metadata),
    name: name === undefined ? customer.name : name,
    phone: phone === undefined ? customer.phone : phone,
    preferred_locales: locales ?? customer.preferred_locales,
  };
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
  invoice_prefix: newInvoicePrefix(),
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
