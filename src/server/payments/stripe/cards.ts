import type { Stripe } from 'stripe';
import type { CardNumber } from '#contract/card-number.ts';
import {
  resultOf,
  completionOf,
  type CreatedObject,
  createdObjectOf,
  type StripeMetadata,
  ignoreMissing,
} from './connection.ts';
import { InvalidRequest } from './errors.ts';
import { type Settlement, settlementOfIntent } from './settlement.ts';

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

export interface StripeCards {
  /** Returns the card (`pm_…`) behind a one-time token (`tok_…`), or a card's id unchanged. */
  resolveCardToken: (token: string) => Promise<string>;
  /** Attaches a card to the customer without making it the default. */
  attachCard: (customer: string, card: string, key: string) => Promise<ProviderCard>;
  /** Detaches a card; succeeds when it is detached already. */
  detachCard: (card: string) => Promise<void>;
  /** Lists the customer's cards, the default one first. */
  listCards: (customer: string) => Promise<ProviderCard[]>;
  /** Sets the default card; null for none. */
  setDefaultCard: (customer: string, card: string | null) => Promise<void>;
  retrieveDefaultCard: (customer: string) => Promise<string | null>;
  /** Asks the bank to allow later charges while the cardholder is absent (a setup intent). */
  authorizeCard: (
    order: { customer: string; card: string; metadata: StripeMetadata },
    key: string,
  ) => Promise<{ id: string } & Settlement>;
  /** Returns the state of a setup intent and its card. */
  retrieveAuthorization: (id: string) => Promise<{ card: string | null } & Settlement>;
  /** Creates a payment method from a number; only for test cards of the sandbox (R-SUB-17). */
  createCard: (card: CardNumber) => Promise<CreatedObject>;
}

export const createStripeCards = (stripe: Stripe): StripeCards => ({
  resolveCardToken: async (token) =>
    token.startsWith('tok_')
      ? (await createdObjectOf(stripe.paymentMethods.create({ type: 'card', card: { token } }))).id
      : token,
  attachCard: async (customer, card, idempotencyKey) =>
    toProviderCard(
      await resultOf(stripe.paymentMethods.attach(card, { customer }, { idempotencyKey })),
    ),
  detachCard: (card) => completionOf(stripe.paymentMethods.detach(card)).catch(ignoreDetached),
  async listCards(customer) {
    const [found, cards] = await Promise.all([
      resultOf(stripe.customers.retrieve(customer)),
      resultOf(stripe.customers.listPaymentMethods(customer, { type: 'card', limit: 20 })),
    ]);
    const first = defaultCardOf(found);
    return cards.data
      .map(toProviderCard)
      .toSorted((a, b) => Number(b.id === first) - Number(a.id === first));
  },
  setDefaultCard: (customer, card) =>
    completionOf(
      stripe.customers.update(customer, {
        invoice_settings: { default_payment_method: card ?? '' },
      }),
    ),
  retrieveDefaultCard: async (customer) =>
    defaultCardOf(await resultOf(stripe.customers.retrieve(customer))),
  async authorizeCard({ customer, card, metadata }, key) {
    const setup = await resultOf(
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
    return { id: setup.id, ...settlementOfIntent(setup) };
  },
  async retrieveAuthorization(id) {
    const setup = await resultOf(stripe.setupIntents.retrieve(id));
    const { payment_method: method } = setup;
    const card = typeof method === 'string' ? method : (method?.id ?? null);
    return { card, ...settlementOfIntent(setup) };
  },
  createCard: ({ number, expiryMonth, expiryYear, cvc }) =>
    createdObjectOf(
      stripe.paymentMethods.create({
        type: 'card',
        card: { number, exp_month: expiryMonth, exp_year: expiryYear, cvc },
      }),
    ),
});

const toProviderCard = ({ id, card }: Stripe.PaymentMethod): ProviderCard => ({
  id,
  fingerprint: card?.fingerprint ?? null,
  brand: card?.brand ?? 'card',
  lastFourDigits: card?.last4 ?? '',
  expiryMonth: card?.exp_month ?? 0,
  expiryYear: card?.exp_year ?? 0,
});

function defaultCardOf(customer: Stripe.Customer | Stripe.DeletedCustomer): string | null {
  const card = customer.deleted ? null : customer.invoice_settings.default_payment_method;
  return typeof card === 'string' ? card : (card?.id ?? null);
}

/** Ignores the refusal to detach a card that no customer has: it is detached already. */
function ignoreDetached(error: unknown) {
  if (!(error instanceof InvalidRequest)) ignoreMissing(error);
}
