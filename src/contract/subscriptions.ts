import { z } from 'zod';
import { anyone, member, Role } from './access.ts';
import { couponRefusals, selectedSubscription } from './accounts.ts';
import { cardNumber } from './card-number.ts';
import { subject } from './endpoint.ts';
import { tenantProduct } from './membership.ts';
import { currency, id, instant, opaque } from './shapes.ts';

export const card = z.object({
  brand: z.string(),
  lastFourDigits: z.string(),
  expiryMonth: z.int(),
  expiryYear: z.int(),
});
export type Card = z.infer<typeof card>;

/** Amounts in minor units. */
export const invoice = z.object({
  id: z.string(),
  number: z.string().nullable(),
  created: instant,
  status: z.string(),
  currency,
  total: z.int(),
  invoicePdf: z.string().nullable(),
  lines: z.array(
    z.object({
      description: z.string(),
      planName: z.string(),
      plan: z.object({ interval: z.string() }),
      planInterval: z.string(),
      planCurrency: currency,
      priceUnitAmount: z.int(),
      priceType: z.string(),
      /** What this line adds to the total; negative for unused time that is given back. */
      amount: z.int(),
    }),
  ),
});
export type Invoice = z.infer<typeof invoice>;

/** The next invoice, or what a change of plan would cost. Amounts in minor units. */
export const upcomingInvoice = invoice.extend({
  /** What is charged: at once for a change, otherwise at the next renewal. */
  amountDue: z.int(),
  /** What unused time and a balance take off. */
  credit: z.int(),
  nextRenewal: z.object({ date: instant, amount: z.int() }).nullable(),
  /** Epoch seconds. Sent along with the change, exactly `amountDue` is charged. */
  prorationDate: z.int().nullable(),
  /** Of a free plan: until when the present plan may run, as it is paid for; null: it ends at once. */
  currentPlanEnds: instant.nullable(),
});
export type UpcomingInvoice = z.infer<typeof upcomingInvoice>;

/** What a tenant has; cards and invoices only for Owner and Admin. */
export const currentSubscription = z.object({
  activeProduct: tenantProduct.nullable(),
  myProducts: z.array(tenantProduct),
  customer: z.object({ id: z.string() }).nullable(),
  invoices: z.array(invoice),
  cards: z.array(card),
  paymentMethods: z.array(z.object({ card })),
  /** False while the provider does not answer: cards and invoices are then unknown. */
  providerReached: z.boolean(),
  /** Whether a plan that has one begins with its trial; only for Owner and Admin. */
  trialAvailable: z.boolean(),
});
export type CurrentSubscription = z.infer<typeof currentSubscription>;

/** A reduction that a code stands for; `amountOff` in minor units. */
export const coupon = z.object({
  name: z.string(),
  amountOff: z.int().nullable(),
  percentOff: z.number().nullable(),
  /** Of `amountOff`; a percentage has none of its own and answers the one asked for. */
  currency,
  valid: z.boolean(),
  timesRedeemed: z.int(),
  maxRedemptions: z.int().nullable(),
  /** The least purchase it applies to, in minor units of the currency asked for. */
  minimumAmount: z.int().nullable(),
  /** Only for organizations that have paid nothing yet. */
  firstOrderOnly: z.boolean(),
  /** Only one organization may use it; choosing a plan tells the others. */
  restrictedToCustomer: z.boolean(),
});
export type Coupon = z.infer<typeof coupon>;

const planChange = selectedSubscription.extend({
  /** The one of the preview, so that exactly what it showed is charged. */
  prorationDate: z.int().nullish(),
  /** A free plan takes the place of the paid one when its period ends, otherwise at once. */
  atPeriodEnd: z.boolean().nullish(),
});

/** What a payment or a card can be refused with. */
const paymentRefusals = [
  'billing.authenticationRequired',
  'billing.authenticationFailed',
  'billing.inProgress',
  'billing.refused',
  'billing.providerUnavailable',
] as const;

const cardRefusals = [
  'billing.invalidCard',
  'billing.cardDeclined',
  'billing.trialUsed',
  'billing.adminTenant',
  ...paymentRefusals,
] as const;

/** Whoever pays; a tenant that is overdue may still put that in order. */
const payer = member({ role: Role.Admin, whenReadOnly: true });
/** Nobody else takes out their card. */
const cardHolder = member({ role: Role.Admin, whenReadOnly: true, inPerson: true });

export const subscriptions = subject('SubscriptionManager', {
  getCurrent: {
    method: 'GET',
    path: '/SubscriptionManager/GetCurrentSubscription',
    summary: 'The subscription of the current organization',
    access: member(),
    reply: currentSubscription,
  },
  getUpcomingInvoice: {
    method: 'GET',
    path: '/SubscriptionManager/GetUpcomingInvoice',
    summary: 'The next invoice; or, with a price, what changing to it would cost',
    access: payer,
    query: z.object({
      subscriptionPriceId: id.optional(),
      subscriptionCoupon: opaque(100).optional(),
    }),
    reply: upcomingInvoice.nullable(),
    errors: [
      'billing.invalidSubscription',
      ...couponRefusals,
      'billing.notOffered',
      'billing.currencyLocked',
      'billing.downgradeBlocked',
      'billing.adminTenant',
      'billing.refused',
      'billing.providerUnavailable',
    ],
  },
  getCoupon: {
    method: 'GET',
    path: '/SubscriptionManager/GetCoupon/:code/:currency',
    summary: 'What a coupon takes off in a currency',
    access: anyone,
    limit: 'lookup',
    params: z.object({ code: opaque(100).min(1), currency }),
    reply: coupon,
    errors: [
      'billing.invalidCoupon',
      'billing.couponInactive',
      'billing.couponMaxRedeems',
      'billing.refused',
      'billing.providerUnavailable',
    ],
  },
  update: {
    method: 'POST',
    path: '/SubscriptionManager/UpdateSubscription',
    summary: 'Subscribe, change the plan, or buy a one-time product',
    access: cardHolder,
    once: true,
    body: planChange,
    reply: currentSubscription,
    errors: [
      'billing.invalidSubscription',
      'billing.alreadySubscribed',
      'billing.alreadyBought',
      'billing.noPaymentMethod',
      'billing.invalidCard',
      'billing.cardDeclined',
      'billing.downgradeBlocked',
      'billing.adminTenant',
      'billing.currencyLocked',
      'billing.trialUsed',
      'billing.previewExpired',
      ...couponRefusals,
      'billing.notOffered',
      ...paymentRefusals,
    ],
  },
  cancel: {
    method: 'POST',
    path: '/SubscriptionManager/CancelSubscription',
    summary: 'End the subscription, at once or with the paid period',
    access: payer,
    once: true,
    body: z.object({ atPeriodEnd: z.boolean().default(false) }),
    reply: currentSubscription,
    errors: [
      'billing.notSubscribed',
      'billing.adminTenant',
      'billing.inProgress',
      'billing.refused',
      'billing.providerUnavailable',
    ],
  },
  updateCardToken: {
    method: 'POST',
    path: '/SubscriptionManager/UpdateCardToken/:token',
    summary: 'Pay with another card from now on',
    access: cardHolder,
    once: true,
    params: z.object({ token: opaque(200).min(1) }),
    ignoresBody: true,
    reply: currentSubscription,
    errors: cardRefusals,
  },
  createCardToken: {
    method: 'POST',
    path: '/SubscriptionManager/CreateCardToken',
    summary: 'Exchange a test card for a token; only in the payment sandbox',
    access: anyone,
    limit: 'lookup',
    body: cardNumber,
    reply: z.object({ id: z.string() }),
    errors: [
      'billing.cardEntryDisabled',
      'billing.invalidCard',
      'billing.cardDeclined',
      'billing.refused',
      'billing.providerUnavailable',
    ],
  },
  updateCard: {
    method: 'POST',
    path: '/SubscriptionManager/UpdateCard',
    summary: 'Pay with another test card from now on; only in the payment sandbox',
    access: cardHolder,
    once: true,
    body: cardNumber,
    reply: currentSubscription,
    errors: ['billing.cardEntryDisabled', ...cardRefusals],
  },
  createPortalSession: {
    method: 'POST',
    path: '/SubscriptionManager/CreateCustomerPortalSession',
    summary: 'The address of the page where invoices and cards are managed',
    access: cardHolder,
    reply: z.object({ url: z.string() }),
    errors: ['billing.noCustomer', 'billing.refused', 'billing.providerUnavailable'],
  },
});
