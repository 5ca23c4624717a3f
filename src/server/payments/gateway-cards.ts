import type { Stripe } from 'stripe';
import type { CardNumber } from '#contract/card-number.ts';
import { InvalidRequest } from './errors.ts';
import { answer, done, type Made, made, type Metadata, unlessGone } from './gateway-connection.ts';
import { type Settlement, settlementOf } from './settlement.ts';

/** A card that the provider keeps. */
export interface ProviderCard {
  id: string;
  /** The same for the same number, whoever owns it. */
  fingerprint: string | null;
  brand: string;
  lastFourDigits: string;
  expiryMonth: number;
  expiryYear: number;
}

export interface Cards {
  /** The card (`pm_…`) that a one-time token (`tok_…`) stands for; a card is itself. */
  cardOfToken: (token: string) => Promise<string>;
  /** Gives the customer a card; it does not pay with it yet. */
  addCard: (customer: string, card: string, key: string) => Promise<ProviderCard>;
  /** Forgets a card. */
  removeCard: (card: string) => Promise<void>;
  /** The cards of the customer; the first is the one it pays with. */
  listCards: (customer: string) => Promise<ProviderCard[]>;
  /** Decides which card it pays with from now on; null for none. */
  setDefaultCard: (customer: string, card: string | null) => Promise<void>;
  defaultCard: (customer: string) => Promise<string | null>;
  /** Asks the bank whether the card may be charged later on, when nobody is there to confirm. */
  authorizeCard: (
    order: { customer: string; card: string; metadata: Metadata },
    key: string,
  ) => Promise<{ id: string } & Settlement>;
  /** How asking the bank went, and for which card. */
  retrieveAuthorization: (id: string) => Promise<{ card: string | null } & Settlement>;
  /** A payment method for a number typed in: test cards of the sandbox alone. */
  createCard: (card: CardNumber) => Promise<Made>;
}

export const cards = (stripe: Stripe): Cards => ({
  cardOfToken: async (token) =>
    token.startsWith('tok_')
      ? (await made(stripe.paymentMethods.create({ type: 'card', card: { token } }))).id
      : token,
  addCard: async (customer, card, idempotencyKey) =>
    cardOf(await answer(stripe.paymentMethods.attach(card, { customer }, { idempotencyKey }))),
  removeCard: (card) => done(stripe.paymentMethods.detach(card)).catch(unlessThere),
  async listCards(customer) {
    const [found, cards] = await Promise.all([
      answer(stripe.customers.retrieve(customer)),
      answer(stripe.customers.listPaymentMethods(customer, { type: 'card', limit: 20 })),
    ]);
    const first = defaultOf(found);
    return cards.data
      .map(cardOf)
      .toSorted((a, b) => Number(b.id === first) - Number(a.id === first));
  },
  setDefaultCard: (customer, card) =>
    done(
      stripe.customers.update(customer, {
        invoice_settings: { default_payment_method: card ?? '' },
      }),
    ),
  defaultCard: async (customer) => defaultOf(await answer(stripe.customers.retrieve(customer))),
  async authorizeCard({ customer, card, metadata }, key) {
    const setup = await answer(
      stripe.setupIntents.create(
        {
          customer,
          payment_method: card,
          automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
          usage: 'off_session',
          confirm: true,
          metadata,
        },
        { idempotencyKey: key },
      ),
    );
    return { id: setup.id, ...settlementOf(setup) };
  },
  async retrieveAuthorization(id) {
    const setup = await answer(stripe.setupIntents.retrieve(id));
    const { payment_method: method } = setup;
    const card = typeof method === 'string' ? method : (method?.id ?? null);
    return { card, ...settlementOf(setup) };
  },
  createCard: ({ number, expiryMonth, expiryYear, cvc }) =>
    made(
      stripe.paymentMethods.create({
        type: 'card',
        card: { number, exp_month: expiryMonth, exp_year: expiryYear, cvc },
      }),
    ),
});

const cardOf = ({ id, card }: Stripe.PaymentMethod): ProviderCard => ({
  id,
  fingerprint: card?.fingerprint ?? null,
  brand: card?.brand ?? 'card',
  lastFourDigits: card?.last4 ?? '',
  expiryMonth: card?.exp_month ?? 0,
  expiryYear: card?.exp_year ?? 0,
});

function defaultOf(customer: Stripe.Customer | Stripe.DeletedCustomer): string | null {
  const card = customer.deleted ? null : customer.invoice_settings.default_payment_method;
  return typeof card === 'string' ? card : (card?.id ?? null);
}

/** A card that no customer has cannot be taken away: that is what was asked for. */
function unlessThere(error: unknown) {
  if (!(error instanceof InvalidRequest)) unlessGone(error);
}
