import type { Stripe } from 'stripe';
import type { CardNumber } from '#contract/card-number.ts';
import { InvalidRequest } from './errors.ts';
import { answer, done, type Made, made, type Metadata, unlessGone } from './gateway-connection.ts';
import { type Settlement, settlementOf } from './settlement.ts';

/** A card stored at the provider. */
export interface ProviderCard {
  id: string;
  /** Equal for equal card numbers, across customers. */
  fingerprint: string | null;
  brand: string;
  lastFourDigits: string;
  expiryMonth: number;
  expiryYear: number;
}

export interface Cards {
  /**
   * Returns the id of the card (`pm_…`) behind a one-time token (`tok_…`); an id of a card is
   * returned unchanged.
   */
  cardOfToken: (token: string) => Promise<string>;
  /** Attaches a card to the customer without making it the default. */
  addCard: (customer: string, card: string, key: string) => Promise<ProviderCard>;
  /** Detaches a card; succeeds when it is detached already. */
  removeCard: (card: string) => Promise<void>;
  /** Lists the customer's cards, the default one first. */
  listCards: (customer: string) => Promise<ProviderCard[]>;
  /** Sets the default card; null for none. */
  setDefaultCard: (customer: string, card: string | null) => Promise<void>;
  defaultCard: (customer: string) => Promise<string | null>;
  /** Asks the bank to allow later charges while the cardholder is absent (a setup intent). */
  authorizeCard: (
    order: { customer: string; card: string; metadata: Metadata },
    key: string,
  ) => Promise<{ id: string } & Settlement>;
  /** Returns the state of a setup intent and its card. */
  retrieveAuthorization: (id: string) => Promise<{ card: string | null } & Settlement>;
  /**
   * Creates a payment method from a typed card number; only for test cards of the sandbox
   * (R-SUB-17).
   */
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

/** Ignores the refusal to detach a card that no customer has: it is detached already. */
function unlessThere(error: unknown) {
  if (!(error instanceof InvalidRequest)) unlessGone(error);
}
