import { z } from 'zod';
import { anyone, member, Role, withStepUp } from './access.ts';
import { couponErrors, selectedSubscription, taxErrors } from './accounts.ts';
import { cardNumber } from './billing/cards.ts';
import { coupon } from './billing/coupon.ts';
import { planEnd } from './billing/plan-end.ts';
import { taxLocation } from './billing/tax.ts';
import { cancellationAnswer } from './cancellations.ts';
import { subject } from './endpoint.ts';
import { invoice, upcomingInvoice } from './invoices.ts';
import { tenantProduct } from './membership.ts';
import { currency, opaqueText, priceId, timestamp } from './shapes.ts';
import { supportAction } from './support/actions.ts';

export const paymentCard = z.object({
  brand: z.string(),
  lastFourDigits: z.string(),
  expiryMonth: z.int(),
  expiryYear: z.int(),
});
export type PaymentCard = z.infer<typeof paymentCard>;

/** Subscriptions of a tenant; cards and invoices only for Owner and Admin. */
export const currentSubscription = z.object({
  activeProduct: tenantProduct.nullable(),
  myProducts: z.array(tenantProduct),
  customer: z.object({ id: z.string() }).nullable(),
  invoices: z.array(invoice),
  cards: z.array(paymentCard),
  paymentMethods: z.array(z.object({ card: paymentCard })),
  /** False while the provider is down: cards and invoices are unknown then. */
  providerReached: z.boolean(),
  /** Credit that later invoices use up, negative for a debt that the next one includes, in minor units of the organization's currency. */
  creditBalance: z.int(),
  /** Null unless the collection of payments is paused; `resumesAt` is null when no date is set. */
  collectionPaused: z.object({ resumesAt: timestamp.nullable() }).nullable(),
  /** Actions of operators for the organization, newest first (R-SUP-01). */
  supportActions: z.array(supportAction),
  /** True if a plan would start with its trial (R-SUB-06); only for Owner and Admin. */
  trialAvailable: z.boolean(),
});
export type CurrentSubscription = z.infer<typeof currentSubscription>;

const planChange = selectedSubscription.extend({
  /** `prorationDate` of the preview, so that exactly its amount is charged. */
  prorationDate: z.int().nullish(),
  /**
   * `amountDue` of the preview, in minor units; another amount is refused before the charge, and so is a code that
   * replaces a running discount without it.
   */
  amountDue: z.int().min(0).nullish(),
  /** For a free plan: true replaces the paid plan at the end of its period, false immediately. */
  atPeriodEnd: z.boolean().nullish(),
});

/** Terms that decide the cost of a price. */
const costTerms = {
  subscriptionCoupon: opaqueText(100).optional(),
  ...taxLocation.partial().shape,
};

const providerErrors = ['billing.refused', 'billing.providerUnavailable'] as const;

/** Refusals of a plan, and of its preview. */
const planErrors = [
  'billing.invalidSubscription',
  'billing.paused',
  'billing.planGranted',
  'billing.downgradeBlocked',
  'billing.adminTenant',
  'billing.currencyLocked',
  'billing.notOffered',
  ...couponErrors,
  ...taxErrors,
] as const;

/** Refusals of a payment or a card. */
const paymentErrors = [
  'billing.authenticationRequired',
  'billing.authenticationFailed',
  'billing.inProgress',
  'billing.refused',
  'billing.providerUnavailable',
] as const;

const cardErrors = [
  'billing.invalidCard',
  'billing.cardDeclined',
  'billing.adminTenant',
  ...paymentErrors,
] as const;

/** Requires an Owner or Admin; an overdue tenant can still pay. */
const payer = member({ role: Role.Admin, whenReadOnly: true });
/** Excludes impersonation: an operator can't change a customer's payment method (R-SEC-08). */
const cardHolder = member({ role: Role.Admin, whenReadOnly: true, inPerson: true });

export const subscriptions = subject('SubscriptionManager', {
  getCurrent: {
    route: 'GET /SubscriptionManager/GetCurrentSubscription',
    summary: 'The subscription of the current organization',
    access: member(),
    reply: currentSubscription,
  },
  getPlanEnd: {
    route: 'GET /SubscriptionManager/GetPlanEnd',
    summary: 'What stops and what stays when the subscription ends, or has ended',
    access: member(),
    reply: planEnd,
  },
  getUpcomingInvoice: {
    route: 'GET /SubscriptionManager/GetUpcomingInvoice',
    summary: 'Upcoming invoice; with a price, a preview of changing to it',
    access: payer,
    query: z.object({ subscriptionPriceId: priceId.optional(), ...costTerms }),
    reply: upcomingInvoice.nullable(),
    errors: [...planErrors, 'billing.refused', 'billing.providerUnavailable'],
  },
  previewNewPlan: {
    route: 'GET /SubscriptionManager/PreviewNewPlan/:id',
    summary: 'Cost of a plan for a new organization, with tax',
    access: anyone,
    limit: 'lookup',
    // A person who had a trial gets none.
    query: z.object({ ...costTerms, withoutTrial: z.stringbool().optional() }),
    reply: upcomingInvoice,
    errors: ['notFound', ...couponErrors, ...taxErrors, 'billing.notOffered', ...providerErrors],
  },
  getCoupon: {
    route: 'GET /SubscriptionManager/GetCoupon/:code/:currency',
    summary: 'Discount of a coupon in a currency',
    access: anyone,
    limit: 'lookup',
    params: z.object({ code: opaqueText(100).min(1), currency }),
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
    route: 'POST /SubscriptionManager/UpdateSubscription',
    summary: 'Subscribe, change the plan, or buy a one-time product',
    access: cardHolder,
    once: true,
    body: planChange,
    reply: currentSubscription,
    errors: [
      ...planErrors,
      'billing.alreadySubscribed',
      'billing.alreadyBought',
      'billing.noPaymentMethod',
      'billing.invalidCard',
      'billing.cardDeclined',
      'billing.trialUsed',
      'billing.previewExpired',
      ...paymentErrors,
    ],
  },
  cancel: {
    route: 'POST /SubscriptionManager/CancelSubscription',
    summary:
      'Cancel the subscription, immediately or at the end of the billing period if that is paid',
    access: payer,
    once: true,
    body: cancellationAnswer.extend({ atPeriodEnd: z.boolean().default(false) }),
    reply: currentSubscription,
    errors: [
      'billing.notSubscribed',
      'billing.oneTimePurchase',
      'billing.grantEndsFirst',
      'billing.adminTenant',
      'billing.inProgress',
      'billing.refused',
      'billing.providerUnavailable',
    ],
  },
  updateCardToken: {
    route: 'POST /SubscriptionManager/UpdateCardToken/:token',
    summary: 'Change the payment method',
    access: withStepUp(cardHolder),
    once: true,
    params: z.object({ token: opaqueText(200).min(1) }),
    ignoresBody: true,
    reply: currentSubscription,
    errors: cardErrors,
  },
  createCardToken: {
    route: 'POST /SubscriptionManager/CreateCardToken',
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
    route: 'POST /SubscriptionManager/UpdateCard',
    summary: 'Change the payment method to a test card; only in the payment sandbox',
    access: withStepUp(cardHolder),
    once: true,
    body: cardNumber,
    reply: currentSubscription,
    errors: ['billing.cardEntryDisabled', ...cardErrors],
  },
  payInvoice: {
    route: 'POST /SubscriptionManager/PayInvoice/:id',
    summary: 'Pay an open invoice, and the older ones of its subscription, with the card on file',
    access: cardHolder,
    once: true,
    params: z.object({ id: opaqueText(200).min(1) }),
    ignoresBody: true,
    reply: currentSubscription,
    errors: [
      'notFound',
      'billing.noPaymentMethod',
      'billing.cardDeclined',
      'billing.adminTenant',
      ...paymentErrors,
    ],
  },
  createPortalSession: {
    route: 'POST /SubscriptionManager/CreateCustomerPortalSession',
    summary: 'URL of the billing portal',
    access: withStepUp(cardHolder),
    reply: z.object({ url: z.string() }),
    errors: ['billing.noCustomer', 'billing.refused', 'billing.providerUnavailable'],
  },
});
