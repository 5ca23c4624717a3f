import { defineEndpoint } from '#sandbox/stripe/api/endpoint.ts';
import { invalidRequest } from '#sandbox/stripe/api/errors.ts';
import { required } from '#sandbox/stripe/api/params.ts';
import { newId } from '#sandbox/stripe/store/ids.ts';
import type { ObjectRepository } from '#sandbox/stripe/store/object-repository.ts';
import type { Card, Token } from '#sandbox/stripe/store/types.ts';
import { cardParam, cardFromInput, cardFromTestName, toCardDetails } from './card-input.ts';
import { findCardByFingerprint } from './cards.ts';

const url = '/v1/tokens';

export const tokenEndpoints = [
  defineEndpoint('POST', url, {
    params: { card: required(cardParam) },
    async run({ objects, params }) {
      const token = newToken(
        cardFromInput(params.card, objects.now),
        params.card.name,
        objects.now,
      );
      await objects.createWithoutEvent(token);
      return token;
    },
  }),

  defineEndpoint('GET', `${url}/:id`, {
    params: {},
    run: ({ objects, id }) => objects.get('token', id),
  }),
];

const brands: Record<string, string> = {
  visa: 'Visa',
  mastercard: 'MasterCard',
  amex: 'American Express',
  discover: 'Discover',
  diners: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
};

const newToken = (card: Card, name: string | undefined, now: number): Token => ({
  id: newId('tok'),
  object: 'token',
  card: {
    id: newId('card'),
    object: 'card',
    address_city: null,
    address_country: null,
    address_line1: null,
    address_line1_check: null,
    address_line2: null,
    address_state: null,
    address_zip: null,
    address_zip_check: null,
    brand: brands[card.brand] ?? card.brand,
    country: card.country,
    cvc_check: card.checks?.cvc_check ?? null,
    dynamic_last4: null,
    exp_month: card.exp_month,
    exp_year: card.exp_year,
    fingerprint: card.fingerprint,
    funding: card.funding,
    last4: card.last4,
    metadata: {},
    name: name ?? null,
    networks: { preferred: null },
    regulated_status: card.regulated_status,
    tokenization_method: null,
  },
  client_ip: null,
  created: now,
  livemode: false,
  type: 'card',
  used: false,
});

/** Returns the card of a token and uses it up; test tokens such as `tok_visa` can be reused. */
export async function redeemToken(
  objects: ObjectRepository,
  id: string,
  param: string,
): Promise<Card> {
  const famous = cardFromTestName(id.replace(/^tok_/, ''), objects.now);
  if (famous) return famous;
  const token = await objects.get('token', id, param);
  const known = findCardByFingerprint(token.card?.fingerprint ?? '');
  if (token.used || !token.card || !known) throw tokenAlreadyUsed(id, param);
  await objects.saveWithoutEvent({ ...token, used: true });
  const { exp_month: month, exp_year: year, cvc_check: cvc } = token.card;
  return toCardDetails(known, { month, year, cvc: cvc !== null });
}

const tokenAlreadyUsed = (id: string, param: string) =>
  invalidRequest(
    `You cannot use a Stripe token more than once: ${id}.`,
    param,
    'token_already_used',
  );
