import type { Stripe } from 'stripe';
import type { CardNumber } from '#contract/billing/cards.ts';
import {
  allOf,
  resultOf,
  completionOf,
  createdObjectOf,
  type StripeMetadata,
  ignoreMissing,
} from './connection.ts';
import { InvalidRequest } from './errors.ts';
import { settlementOfIntent } from './settlement.ts';
import { idOf } from './subscription-snapshot.ts';

/** A card stored at the provider. */
export type ProviderCard = {
  id: string;
  /** Equal for equal card numbers, across customers. */
  fingerprint: string | null;
  brand: string;
  lastFourDigits: string;
  expiryMonth: number;
  expiryYear: number;
};

export const createStripeCards = (stripe: Stripe) => ({
  ...cardAuthorizations(stripe),
  /** Returns the card (`pm_…`) behind a one-time token (`tok_…`), or a card's id unchanged. */
  resolveCardToken: async (token: string) =>
    token.startsWith('tok_')
      ? (await createdObjectOf(stripe.paymentMethods.create({ type: 'card', card: { token } }))).id
      : token,
  /** Attaches a card to the customer without making it the default. */
  attachCard: async (customer: string, card: string, idempotencyKey: string) =>
    toProviderCard(
      await resultOf(stripe.paymentMethods.attach(card, { customer }, { idempotencyKey })),
    ),
  /** Detaches a card; succeeds when it is detached already. */
  detachCard: (card: string) =>
    completionOf(stripe.paymentMethods.detach(card)).catch(ignoreDetached),
  /** Lists the customer's cards, the default one first. */
  async listCards(customer: string) {
    const [found, cards] = await Promise.all([
      resultOf(stripe.customers.retrieve(customer)),
      allOf(stripe.customers.listPaymentMethods(customer, { type: 'card', limit: 100 })),
    ]);
    const first = defaultCardOf(found);
    return cards
      .map(toProviderCard)
      .toSorted((a, b) => Number(b.id === first) - Number(a.id === first));
  },
  /**
   * Sets the default card; null for none. Subscriptions that got a card of their own in the dashboard, which Stripe
   * charges first, get the same one, or `own`.
   */
  async setDefaultCard(customer: string, card: string | null, own = card) {
    await completionOf(
      stripe.customers.update(customer, {
        invoice_settings: { default_payment_method: card ?? '' },
      }),
    );
    if (own === null) return;
    const running = await resultOf(stripe.subscriptions.list({ customer, limit: 100 }));
    for (const { id, default_payment_method: current } of running.data) {
      if (current === null || idOf(current) === own) continue;
      await completionOf(stripe.subscriptions.update(id, { default_payment_method: own }));
    }
  },
  /** Returns the card of a running subscription's own; null when the customer's default is charged. */
  async retrieveOwnCard(customer: string) {
    const running = await resultOf(stripe.subscriptions.list({ customer, limit: 100 }));
    const own = running.data.map((subscription) => idOf(subscription.default_payment_method));
    return own.find((card) => card !== null) ?? null;
  },
  retrieveDefaultCard: async (customer: string) =>
    defaultCardOf(await resultOf(stripe.customers.retrieve(customer))),
  /** Creates a payment method from a number; only for test cards of the sandbox (R-SUB-17). */
  createCard: ({ number, expiryMonth, expiryYear, cvc }: CardNumber) =>
    createdObjectOf(
      stripe.paymentMethods.create({
        type: 'card',
        card: { number, exp_month: expiryMonth, exp_year: expiryYear, cvc },
      }),
    ),
});

type CardAuthorization = { customer: string; card: string; metadata: StripeMetadata };

const cardAuthorizations = (stripe: Stripe) => ({
  /** Asks the bank to allow later charges while the cardholder is absent (a setup intent). */
  async authorizeCard({ customer, card, metadata }: CardAuthorization, key: string) {
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
  async retrieveAuthorization(id: string) {
    const setup = await resultOf(stripe.setupIntents.retrieve(id));
    return { card: idOf(setup.payment_method), ...settlementOfIntent(setup) };
  },
});

const toProviderCard = ({ id, card }: Stripe.PaymentMethod): ProviderCard => ({
  id,
  fingerprint: card?.fingerprint ?? null,
  brand: card?.brand ?? 'card',
  lastFourDigits: card?.last4 ?? '',
  expiryMonth: card?.exp_month ?? 0,
  expiryYear: card?.exp_year ?? 0,
});

const defaultCardOf = (customer: Stripe.Customer | Stripe.DeletedCustomer) =>
  customer.deleted ? null : idOf(customer.invoice_settings.default_payment_method);

/** Ignores the refusal to detach a card that no customer has: it is detached already. */
function ignoreDetached(error: unknown) {
  if (!(error instanceof InvalidRequest)) ignoreMissing(error);
}
