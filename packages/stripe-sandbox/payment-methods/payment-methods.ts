import { defineEndpoint } from '#sandbox/stripe/api/endpoint.ts';
import { listPage, paginationParams } from '#sandbox/stripe/api/pagination.ts';
import {
  unionParam,
  emptyable,
  integerParam,
  mergeMetadata,
  metadata,
  enumParam,
  type InferParams,
  required,
  objectParam,
  stringParam,
} from '#sandbox/stripe/api/params.ts';
import { newId } from '#sandbox/stripe/store/ids.ts';
import type { ObjectRepository } from '#sandbox/stripe/store/object-repository.ts';
import type { Card, PaymentMethod } from '#sandbox/stripe/store/types.ts';
import { addressParam } from './address.ts';
import { attachPaymentMethod, detachPaymentMethod } from './attach.ts';
import { cardParam, cardFromInput, cardFromTestName } from './card-input.ts';
import { redeemToken } from './tokens.ts';

const url = '/v1/payment_methods';

const billing = objectParam({
  address: emptyable(addressParam),
  email: emptyable(stringParam),
  name: emptyable(stringParam),
  phone: emptyable(stringParam),
});
type Billing = ReturnType<typeof billing.parse>;

const creation = {
  type: required(enumParam('card')),
  card: required(unionParam(objectParam({ token: required(stringParam) }), cardParam)),
  billing_details: billing,
  metadata,
};

export const paymentMethodEndpoints = [
  defineEndpoint('POST', url, {
    params: creation,
    async run({ objects, params }) {
      const method = await createPaymentMethod(objects, params);
      await objects.createWithoutEvent(method);
      return method;
    },
  }),

  defineEndpoint('GET', url, {
    params: { ...paginationParams, customer: stringParam, type: enumParam('card') },
    run: ({ objects, params: { customer, type, ...page } }) =>
      listPage(
        objects,
        { kind: 'payment_method', url, filter: { parent: customer, contains: { type } } },
        page,
      ),
  }),

  defineEndpoint('GET', `${url}/:id`, {
    params: {},
    run: ({ objects, id }) => resolvePaymentMethod(objects, id),
  }),

  defineEndpoint('POST', `${url}/:id`, {
    params: {
      billing_details: billing,
      card: objectParam({ exp_month: integerParam(1), exp_year: integerParam() }),
      metadata,
    },
    async run({ objects, params, id }) {
      const previous = await objects.get('payment_method', id);
      const updated: PaymentMethod = {
        ...previous,
        billing_details: { ...previous.billing_details, ...definedFields(params.billing_details) },
        card: previous.card && { ...previous.card, ...definedFields(params.card) },
        metadata: mergeMetadata(previous.metadata ?? {}, params.metadata),
      };
      await objects.update('payment_method.updated', previous, updated);
      return updated;
    },
  }),

  defineEndpoint('POST', `${url}/:id/attach`, {
    params: { customer: required(stringParam) },
    async run({ objects, params, id }) {
      const customer = await objects.get('customer', params.customer, 'customer');
      return attachPaymentMethod(objects, await resolvePaymentMethod(objects, id), customer.id);
    },
  }),

  defineEndpoint('POST', `${url}/:id/detach`, {
    params: {},
    run: async ({ objects, id }) =>
      detachPaymentMethod(objects, await objects.get('payment_method', id)),
  }),

  defineEndpoint('GET', '/v1/customers/:id/payment_methods', {
    params: { ...paginationParams, type: enumParam('card') },
    async run({ objects, params: { type, ...page }, id }) {
      await objects.get('customer', id, 'customer');
      const filter = { parent: id, contains: { type } };
      const address = `/v1/customers/${id}/payment_methods`;
      return listPage(objects, { kind: 'payment_method', url: address, filter }, page);
    },
  }),
];

/** Returns a payment method by its id, or a new one for Stripe's test name: `pm_card_visa`. */
export async function resolvePaymentMethod(objects: ObjectRepository, id: string, param?: string) {
  const card = cardFromTestName(id.replace(/^pm_card_/, ''), objects.now);
  if (!card || !id.startsWith('pm_card_')) return objects.get('payment_method', id, param);
  const method = newPaymentMethod(card, objects.now);
  await objects.createWithoutEvent(method);
  return method;
}

async function createPaymentMethod(
  objects: ObjectRepository,
  params: InferParams<typeof creation>,
) {
  const { card: sent } = params;
  const card =
    'token' in sent
      ? await redeemToken(objects, sent.token, 'card[token]')
      : cardFromInput(sent, objects.now);
  const method = newPaymentMethod(card, objects.now, params.billing_details);
  return { ...method, metadata: mergeMetadata({}, params.metadata) };
}

/** Returns the sent fields of a part, so that others stay unchanged. */
const definedFields = (part: object = {}) =>
  Object.fromEntries(Object.entries(part).filter(([, value]) => value !== undefined));

const emptyAddress = {
  city: null,
  country: null,
  line1: null,
  line2: null,
  postal_code: null,
  state: null,
};

const newPaymentMethod = (card: Card, now: number, sent?: Billing): PaymentMethod => ({
  id: newId('pm'),
  object: 'payment_method',
  allow_redisplay: 'unspecified',
  billing_details: {
    address: { ...emptyAddress, ...definedFields(sent?.address ?? {}) },
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
