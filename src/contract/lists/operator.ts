/** The operator's lists: their calls derive their queries from these, and the screens their controls. */
import { defineList } from './declaration.ts';

const text = { kind: 'String' } as const;
const count = { kind: 'Count' } as const;
const date = { kind: 'Date' } as const;
const computedDate = { kind: 'Date', computed: true } as const;
const money = { kind: 'Money' } as const;

/** Organizations; tier and status are those of their current products. */
export const tenantList = defineList(
  { name: text, tier: count, status: text, createdAt: computedDate },
  {
    search: ['name'],
    filters: { tier: 'choice', status: 'choice', createdAt: 'range' },
    sorts: ['name', 'createdAt'],
    descending: true,
  },
);

/** People with an account. */
export const userList = defineList(
  { email: text, name: text, type: { kind: 'UserType' }, createdAt: computedDate },
  {
    search: ['email', 'name'],
    filters: { type: 'choice', createdAt: 'range' },
    sorts: ['email', 'name', 'createdAt'],
    descending: false,
  },
);

/** Members of organizations. Role, status and way of joining are numbers. */
export const memberList = defineList(
  { person: text, role: count, status: count, joined: count, createdAt: computedDate },
  {
    search: ['person'],
    filters: { role: 'choice', status: 'choice', joined: 'choice', createdAt: 'range' },
    sorts: ['createdAt'],
    descending: true,
  },
);

/** States of a provider event: processed, not tried yet, and failed at the last attempt. */
export const eventStates = ['settled', 'waiting', 'failing'] as const;

/** Types of events to choose from; an address may name others. */
export const commonEventTypes = [
  'customer.updated',
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'invoice.finalized',
  'invoice.paid',
  'invoice.payment_failed',
  'charge.refunded',
  'charge.dispute.created',
  'charge.dispute.closed',
] as const;

/** Events of the payment provider; a search finds the organizations of their customers. */
export const eventList = defineList(
  { organization: text, type: text, state: text, createdAt: date, receivedAt: date },
  {
    search: ['organization'],
    filters: { state: 'choice', type: 'choice', createdAt: 'range' },
    sorts: ['receivedAt', 'createdAt'],
    descending: true,
  },
);

/** Cancellations of subscriptions; reason `none` selects those without one. */
export const cancellationList = defineList(
  { organization: text, reason: text, at: date },
  {
    search: ['organization'],
    filters: { reason: 'choice', at: 'range' },
    sorts: ['at'],
    descending: true,
  },
);

/** Changes of recurring revenue. */
export const movementList = defineList(
  { organization: text, kind: text, currency: text, at: date },
  {
    search: ['organization'],
    filters: { kind: 'choice', currency: 'choice', at: 'range' },
    sorts: ['at'],
    descending: true,
  },
);

/** Recurring subscriptions, by their start. */
export const subscriptionList = defineList(
  { organization: text, status: text, currency: text, createdAt: computedDate },
  {
    search: ['organization'],
    filters: { status: 'choice', currency: 'choice', createdAt: 'range' },
    sorts: ['createdAt'],
    descending: true,
  },
);

const periodFields = {
  organization: text,
  currency: text,
  paid: text,
  ended: date,
  failed: date,
  before: money,
  now: money,
} as const;

/** Values of the filter by payment. */
export const paidStates = ['yes', 'no'] as const;

/** Trials that ended in a period. */
export const trialList = defineList(periodFields, {
  search: ['organization'],
  filters: { paid: 'choice', currency: 'choice' },
  sorts: ['ended'],
  descending: true,
});

/** Revenue of organizations when a period began, and now. */
export const retentionList = defineList(periodFields, {
  search: ['organization'],
  filters: { currency: 'choice' },
  sorts: ['before', 'now'],
  descending: true,
});

/** Invoices whose payment failed in a period. */
export const failedInvoiceList = defineList(periodFields, {
  search: ['organization'],
  filters: { paid: 'choice', currency: 'choice' },
  sorts: ['failed'],
  descending: true,
});
