/** The operator's lists: their calls derive their queries from these, and the screens their controls. */
import { defineList } from './declaration.ts';

/** Organizations; tier and status are those of their current products. */
export const tenantList = defineList(
  {
    name: { kind: 'String' },
    tier: { kind: 'Count' },
    status: { kind: 'String' },
    createdAt: { kind: 'Date', computed: true },
  },
  {
    search: ['name'],
    filters: { tier: 'choice', status: 'choice', createdAt: 'range' },
    sorts: ['name', 'createdAt'],
    descending: true,
  },
);

/** People with an account. */
export const userList = defineList(
  {
    email: { kind: 'String' },
    name: { kind: 'String' },
    type: { kind: 'UserType' },
    createdAt: { kind: 'Date', computed: true },
  },
  {
    search: ['email', 'name'],
    filters: { type: 'choice', createdAt: 'range' },
    sorts: ['email', 'name', 'createdAt'],
    descending: false,
  },
);

/** Members of organizations. Role, status and way of joining are numbers. */
export const memberList = defineList(
  {
    person: { kind: 'String' },
    role: { kind: 'Count' },
    status: { kind: 'Count' },
    joined: { kind: 'Count' },
    createdAt: { kind: 'Date', computed: true },
  },
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
  {
    organization: { kind: 'String' },
    type: { kind: 'String' },
    state: { kind: 'String' },
    createdAt: { kind: 'Date' },
    receivedAt: { kind: 'Date' },
  },
  {
    search: ['organization'],
    filters: { state: 'choice', type: 'choice', createdAt: 'range' },
    sorts: ['receivedAt', 'createdAt'],
    descending: true,
  },
);

/** Cancellations of subscriptions; reason `none` selects those without one. */
export const cancellationList = defineList(
  {
    organization: { kind: 'String' },
    reason: { kind: 'String' },
    at: { kind: 'Date' },
  },
  {
    search: ['organization'],
    filters: { reason: 'choice', at: 'range' },
    sorts: ['at'],
    descending: true,
  },
);

/** Changes of recurring revenue. */
export const movementList = defineList(
  {
    organization: { kind: 'String' },
    kind: { kind: 'String' },
    currency: { kind: 'String' },
    at: { kind: 'Date' },
  },
  {
    search: ['organization'],
    filters: { kind: 'choice', currency: 'choice', at: 'range' },
    sorts: ['at'],
    descending: true,
  },
);

/** Recurring subscriptions, by their start. */
export const subscriptionList = defineList(
  {
    organization: { kind: 'String' },
    status: { kind: 'String' },
    currency: { kind: 'String' },
    createdAt: { kind: 'Date', computed: true },
  },
  {
    search: ['organization'],
    filters: { status: 'choice', currency: 'choice', createdAt: 'range' },
    sorts: ['createdAt'],
    descending: true,
  },
);

const periodFields = {
  organization: { kind: 'String' },
  currency: { kind: 'String' },
  paid: { kind: 'String' },
  ended: { kind: 'Date' },
  failed: { kind: 'Date' },
  before: { kind: 'Money' },
  now: { kind: 'Money' },
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
