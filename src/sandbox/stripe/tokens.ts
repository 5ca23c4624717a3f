import { cardEntry, enteredCard, namedCard, shownCard } from './card-entry.ts';
import { cardPrinted } from './cards.ts';
import { endpoint } from './endpoint.ts';
import { invalidRequest } from './failure.ts';
import { newId } from './ids.ts';
import type { Ledger } from './ledger.ts';
import { required } from './params.ts';
import type { Card, Token } from './wire.ts';

const url = '/v1/tokens';

export const tokens = [
  endpoint('POST', url, {
    params: { card: required(cardEntry) },
    async run({ ledger, params }) {
      const token = newToken(enteredCard(params.card, ledger.now), params.card.name, ledger.now);
      await ledger.keep(token);
      return token;
    },
  }),

  endpoint('GET', `${url}/:id`, {
    params: {},
    run: ({ ledger, id }) => ledger.get('token', id),
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
export async function spendToken(ledger: Ledger, id: string, param: string): Promise<Card> {
  const famous = namedCard(id.replace(/^tok_/, ''), ledger.now);
  if (famous) return famous;
  const token = await ledger.get('token', id, param);
  const known = cardPrinted(token.card?.fingerprint ?? '');
  if (token.used || !token.card || !known) throw spent(id, param);
  await ledger.save({ ...token, used: true });
  const { exp_month: month, exp_year: year, cvc_check: cvc } = token.card;
  return shownCard(known, { month, year, cvc: cvc !== null });
}

const spent = (id: string, param: string) =>
  invalidRequest(
    `You cannot use a Stripe token more than once: ${id}.`,
    param,
    'token_already_used',
  );
