import { z } from 'zod';
import { operatorOf, withStepUp } from '#contract/access.ts';
import { subject } from '#contract/endpoint.ts';
import { invoice, upcomingInvoice } from '#contract/invoices.ts';
import { tenantProduct } from '#contract/membership.ts';
import {
  currency,
  date,
  id,
  money,
  opaqueText,
  priceId,
  requiredText,
  timestamp,
} from '#contract/shapes.ts';
import { paymentCard } from '#contract/subscriptions.ts';
import { tenantNameErrors, tenantNames } from '#contract/tenants.ts';
import { limitUsage } from '#contract/usage/usage.ts';
import { maxSupportReason, supportAction } from './actions.ts';

/** Callers of all calls of this subject; support may read. */
const supporter = operatorOf('billing');

/** Maximum length of an answer to a dispute, in characters. */
const maxDisputeExplanation = 10_000;

/** Every change has a reason, which the organization and both audit logs get (R-SUP-01). */
const reasoned = z.object({ reason: requiredText(maxSupportReason) });

const positiveMoney = money.refine((amount) => amount > 0, 'field.tooSmall');

/** An invoice of an organization. */
const invoiceId = opaqueText(200).min(1, 'field.required');

/** Last day in UTC. */
const until = date;

export const tenantInput = reasoned.extend(tenantNames.shape);
export const creditInput = reasoned.extend({ amount: positiveMoney });
export const refundInput = reasoned.extend({
  invoiceId,
  /** Null refunds all that is left of the payment. */
  amount: positiveMoney.nullable().default(null),
  /** True ends the subscription or the purchase that the invoice paid for, now and without a credit. */
  ends: z.boolean().default(false),
});
export const receiptInput = reasoned.extend({ invoiceId });
export const trialInput = reasoned.extend({ until });
export const disputeInput = reasoned.extend({
  disputeId: id,
  /** Text for the bank, beside plan and date of the payment; null accepts the dispute: the cardholder keeps the money. */
  explanation: requiredText(maxDisputeExplanation).nullable(),
});
const retryInput = z.object({ operationId: id });
export const grantInput = reasoned.extend({
  subscriptionPriceId: priceId,
  /** Null: without an end. */
  until: date.nullable().default(null),
});
export const planChangeInput = reasoned.extend({
  subscriptionPriceId: priceId,
  /** `prorationDate` and `amountDue` of the preview: exactly that is charged (R-SUP-08). */
  prorationDate: z.int().nullish(),
  amountDue: z.int().min(0),
  /** For a free plan: true replaces the paid plan at the end of its period, false immediately. */
  atPeriodEnd: z.boolean().default(false),
});

/** Billing of an organization as operators see it. */
export const supportRecord = z.object({
  tenant: z.object({
    id,
    name: z.string(),
    subdomain: z.string(),
    domain: z.string(),
    /** True for the operator's own organization, which has no subscription (R-ORG-10). */
    isOperators: z.boolean(),
  }),
  /** Running products; the active one is the first. */
  products: z.array(tenantProduct),
  /** Use of each limit of the plan. */
  usage: z.array(limitUsage),
  /** Currency of credits; null before the first trial or payment. */
  currency: currency.nullable(),
  /** Credit that later invoices use up, negative for a debt that the next one includes, in minor units of `currency`. */
  creditBalance: z.int(),
  card: paymentCard.nullable(),
  invoices: z.array(invoice),
  /** Operations whose reversal the provider refused, with its reasons, newest first. */
  failedOperations: z.array(z.object({ id, at: timestamp, refusals: z.array(z.string()) })),
  /** Disputes that await an answer, the most urgent first. */
  disputes: z.array(
    z.object({
      id,
      invoice: z.string().nullable(),
      /** Minor units of `currency`. */
      amount: z.int(),
      currency,
      /** The bank's reason, by the provider's name for it. */
      reason: z.string(),
      /** True while the bank only asks, and has taken no money: it is answered, or the invoice refunded. */
      isInquiry: z.boolean(),
      answerDueAt: timestamp,
    }),
  ),
  /** Newest first, with the operator's email: null once the account is deleted. */
  actions: z.array(supportAction.extend({ operator: z.string().nullable() })),
  /** False while the provider is down: balance, card and invoices are unknown then. */
  providerReached: z.boolean(),
});
export type SupportRecord = z.infer<typeof supportRecord>;

const providerErrors = ['billing.refused', 'billing.providerUnavailable'] as const;
/** Refusals of a plan, by the preview and the change. */
const planErrors = [
  'tenant.suspended',
  'billing.invalidSubscription',
  'billing.notOffered',
  'billing.currencyLocked',
  'billing.taxLocationRequired',
  'billing.taxLocationInvalid',
  'billing.downgradeBlocked',
  'billing.paused',
  'billing.planGranted',
] as const;
const operationErrors = [
  'notFound',
  'billing.adminTenant',
  'billing.inProgress',
  ...providerErrors,
] as const;

export const support = subject('Support', {
  get: {
    route: 'GET /Support/Get/:id',
    summary: 'Billing and usage of an organization, and what operators did for it',
    access: supporter,
    reply: supportRecord,
    errors: ['notFound'],
  },
  editTenant: {
    route: 'POST /Support/EditTenant/:id',
    summary: 'Change name and addresses of an organization',
    access: withStepUp(supporter),
    once: true,
    body: tenantInput,
    reply: supportRecord,
    errors: ['notFound', ...tenantNameErrors],
  },
  credit: {
    route: 'POST /Support/CreditBalance/:id',
    summary: 'Credit the balance of an organization, which reduces its next invoices',
    access: supporter,
    once: true,
    body: creditInput,
    reply: supportRecord,
    errors: ['support.noCurrency', ...operationErrors],
  },
  refund: {
    route: 'POST /Support/RefundInvoice/:id',
    summary:
      'Refund a paid invoice of an organization, in full or in part, and end what it paid for',
    access: supporter,
    once: true,
    body: refundInput,
    reply: supportRecord,
    errors: ['support.notRefundable', 'support.refundTooLarge', ...operationErrors],
  },
  retryReversal: {
    route: 'POST /Support/RetryReversal/:id',
    summary:
      'Try again to reverse an operation of an organization that the provider refused to reverse',
    access: supporter,
    body: retryInput,
    // Null if the organization does not exist: its creation was to be reversed.
    reply: supportRecord.nullable(),
    errors: operationErrors,
  },
  answerDispute: {
    route: 'POST /Support/AnswerDispute/:id',
    summary: 'Answer the dispute of a payment of an organization, or accept it',
    access: supporter,
    body: disputeInput,
    reply: supportRecord,
    errors: ['notFound', 'support.alreadyAnswered', ...providerErrors],
  },
  resendReceipt: {
    route: 'POST /Support/ResendReceipt/:id',
    summary: 'Email the receipt of an invoice to the owners and admins again',
    access: supporter,
    once: true,
    body: receiptInput,
    reply: supportRecord,
    errors: ['notFound', 'billing.adminTenant', 'support.notPaid', ...providerErrors],
  },
  extendTrial: {
    route: 'POST /Support/ExtendTrial/:id',
    summary: 'Extend the running trial of an organization to a date',
    access: supporter,
    once: true,
    body: trialInput,
    reply: supportRecord,
    errors: ['support.noTrial', 'support.dateTooEarly', 'support.dateTooLate', ...operationErrors],
  },
  grantPlan: {
    route: 'POST /Support/GrantPlan/:id',
    summary: 'Grant a plan to an organization free of charge, until a date or without an end',
    access: supporter,
    once: true,
    body: grantInput,
    reply: supportRecord,
    errors: [...planErrors, 'support.dateTooEarly', 'support.dateTooLate', ...operationErrors],
  },
  previewPlanChange: {
    route: 'GET /Support/PreviewPlanChange/:id',
    summary: 'Next invoice of an organization; with a price, a preview of changing to it',
    access: supporter,
    query: z.object({ subscriptionPriceId: priceId.optional() }),
    reply: upcomingInvoice.nullable(),
    errors: ['notFound', 'billing.adminTenant', ...planErrors, ...providerErrors],
  },
  changePlan: {
    route: 'POST /Support/ChangePlan/:id',
    summary: 'Change the plan of an organization, and charge its card what the preview showed',
    access: supporter,
    once: true,
    body: planChangeInput,
    reply: supportRecord,
    errors: [
      ...planErrors,
      'billing.alreadySubscribed',
      'billing.previewExpired',
      'billing.trialUsed',
      'support.noCard',
      'support.cardDeclined',
      'support.confirmationNeeded',
      ...operationErrors,
    ],
  },
});
