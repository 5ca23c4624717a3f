import { cardEntry, enteredCard, namedCard } from './card-entry.ts';
import { endpoint } from './endpoint.ts';
import { newId } from './ids.ts';
import type { Ledger } from './ledger.ts';
import { listPage, paging } from './lists.ts';
import {
  either,
  emptyable,
  integer,
  mergeMetadata,
  metadata,
  oneOf,
  type ParamsOf,
  required,
  shape,
  text,
} from './params.ts';
import { attachMethod, detachMethod } from './payment-method-owner.ts';
import { spendToken } from './tokens.ts';
import type { Card, PaymentMethod } from './wire.ts';

const url = '/v1/payment_methods';

const address = shape({
  city: emptyable(text),
  country: emptyable(text),
  line1: emptyable(text),
  line2: emptyable(text),
  postal_code: emptyable(text),
  state: emptyable(text),
});
const billing = shape({
  address: emptyable(address),
  email: emptyable(text),
  name: emptyable(text),
  phone: emptyable(text),
});
type Billing = ReturnType<typeof billing.read>;

const creation = {
  type: required(oneOf('card')),
  card: required(either(shape({ token: required(text) }), cardEntry)),
  billing_details: billing,
  metadata,
};

export const paymentMethods = [
  endpoint('POST', url, {
    params: creation,
    async run({ ledger, params }) {
      const method = await createMethod(ledger, params);
      await ledger.keep(method);
      return method;
    },
  }),

  endpoint('GET', url, {
    params: { ...paging, customer: text, type: oneOf('card') },
    run: ({ ledger, params: { customer, type, ...page } }) =>
      listPage(
        ledger,
        { kind: 'payment_method', url, filter: { parent: customer, contains: { type } } },
        page,
      ),
  }),

  endpoint('GET', `${url}/:id`, {
    params: {},
    run: ({ ledger, id }) => methodNamed(ledger, id),
  }),

  endpoint('POST', `${url}/:id`, {
    params: {
      billing_details: billing,
      card: shape({ exp_month: integer(1), exp_year: integer() }),
      metadata,
    },
    async run({ ledger, params, id }) {
      const was = await ledger.get('payment_method', id);
      const is: PaymentMethod = {
        ...was,
        billing_details: { ...was.billing_details, ...told(params.billing_details) },
        card: was.card && { ...was.card, ...told(params.card) },
        metadata: mergeMetadata(was.metadata ?? {}, params.metadata),
      };
      await ledger.update('payment_method.updated', was, is);
      return is;
    },
  }),

  endpoint('POST', `${url}/:id/attach`, {
    params: { customer: required(text) },
    async run({ ledger, params, id }) {
      const customer = await ledger.get('customer', params.customer, 'customer');
      return attachMethod(ledger, await methodNamed(ledger, id), customer.id);
    },
  }),

  endpoint('POST', `${url}/:id/detach`, {
    params: {},
    run: async ({ ledger, id }) => detachMethod(ledger, await ledger.get('payment_method', id)),
  }),

  endpoint('GET', '/v1/customers/:id/payment_methods', {
    params: { ...paging, type: oneOf('card') },
    async run({ ledger, params: { type, ...page }, id }) {
      await ledger.get('customer', id, 'customer');
      const filter = { parent: id, contains: { type } };
      const address = `/v1/customers/${id}/payment_methods`;
      return listPage(ledger, { kind: 'payment_method', url: address, filter }, page);
    },
  }),
];

/** Returns a payment method by its id, or a new one for Stripe's test name: `pm_card_visa`. */
export async function methodNamed(ledger: Ledger, id: string, param?: string) {
  const card = namedCard(id.replace(/^pm_card_/, ''), ledger.now);
  if (!card || !id.startsWith('pm_card_')) return ledger.get('payment_method', id, param);
  const method = newMethod(card, ledger.now);
  await ledger.keep(method);
  return method;
}

async function createMethod(ledger: Ledger, params: ParamsOf<typeof creation>) {
  const { card: sent } = params;
  const card =
    'token' in sent
      ? await spendToken(ledger, sent.token, 'card[token]')
      : enteredCard(sent, ledger.now);
  const method = newMethod(card, ledger.now, params.billing_details);
  return { ...method, metadata: mergeMetadata({}, params.metadata) };
}

/** Returns the sent fields of a part, so that others stay unchanged. */
const told = (part: object = {}) =>
  Object.fromEntries(Object.entries(part).filter(([, value]) => value !== undefined));

const nowhere = {
  city: null,
  country: null,
  line1: null,
  line2: null,
  postal_code: null,
  state: null,
};

const newMethod = (card: Card, now: number, sent?: Billing): PaymentMethod => ({
  id: newId('pm'),
  object: 'payment_method',
  allow_redisplay: 'unspecified',
  billing_details: {
    address: { ...nowhere, ...told(sent?.address ?? {}) },
    email: sent?.email ?? null,
    name: sent?.name ?? null,
    phone: sent?.phone ?? null,
    tax_id: null,
  },
  card,
  created: now,
  customer: null,
  customer_account: null,
  livemode: false,
  metadata: {},
  type: 'card',
});
