import { z } from 'zod';
import { operator, operatorOf } from './access.ts';
import { subject } from './endpoint.ts';
import {
  failedInvoiceList,
  movementList,
  retentionList,
  subscriptionList,
  trialList,
} from './lists/operator.ts';
import { listParams, orderedParams } from './lists/query.ts';
import { taskList } from './operators/tasks.ts';
import { movementKinds, periodMonths } from './periods.ts';
import { billingPeriod, currency, id, timestamp, money, boundedText } from './shapes.ts';

/** Minor units per year. They are integers, so sums are exact; the monthly revenue is a twelfth. */
const yearly = z.int();

/** A calendar month in UTC, `YYYY-MM`. */
const month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'field.invalid');

const revenueMonth = z.object({
  month,
  new: yearly,
  expansion: yearly,
  contraction: yearly,
  churn: yearly,
  /** Recurring revenue at the end of the month, or now. */
  end: yearly,
});
export type RevenueMonth = z.infer<typeof revenueMonth>;

const revenue = z.object({
  currency,
  /** Recurring revenue: the sum of all movements. */
  paid: yearly,
  /** Revenue of trials if they convert, and overdue revenue; neither is part of `paid`. */
  trials: yearly,
  overdue: yearly,
  /** The last twelve months, the current one last. */
  months: z.array(revenueMonth),
});
export type Revenue = z.infer<typeof revenue>;

const overviewReply = z.object({
  /** Time of the provider's clock. */
  asOf: timestamp,
  organizations: z.int(),
  users: z.int(),
  /** Recurring subscriptions by status. */
  subscriptions: z.object({ active: z.int(), trialing: z.int(), pastDue: z.int() }),
  failedMails: z.int(),
  failedEvents: z.int(),
  /** Revenue by currency, including currencies with former revenue or trials only. */
  revenue: z.array(revenue),
});
export type Overview = z.infer<typeof overviewReply>;

const tenant = z.object({ id, name: boundedText(200).nullable() });

/** A recurring subscription and its revenue per year. */
const runningSubscription = z.object({
  id,
  tenant,
  product: z.string(),
  price: money,
  currency,
  billingPeriod,
  status: z.enum(['active', 'trialing', 'past_due', 'paused']),
  startDate: timestamp,
  trialEnds: timestamp.nullable(),
  graceEnds: timestamp.nullable(),
  yearly,
});
export type RunningSubscription = z.infer<typeof runningSubscription>;

/** A change of an organization's recurring revenue. */
const movement = z.object({
  id,
  at: timestamp,
  /** The name is null once the organization is deleted. */
  tenant,
  /** Null once the product is deleted. */
  product: z.string().nullable(),
  currency,
  kind: z.enum(movementKinds),
  before: yearly,
  after: yearly,
});
export type Movement = z.infer<typeof movement>;

const periodParams = z.object({
  months: z.coerce.number('field.integer').pipe(z.literal(periodMonths)).default(12),
});

const periodFigures = z.object({
  currency,
  /** Trials that ended in the period, and how many of their organizations pay or paid since. */
  trials: z.object({ ended: z.int(), converted: z.int() }),
  /** Revenue of the organizations that paid when the period began: then, and now. */
  retention: z.object({ before: yearly, now: yearly }),
  /** Invoices whose payment failed in the period, and how many were paid later. */
  invoices: z.object({ failed: z.int(), recovered: z.int() }),
});
export type PeriodFigures = z.infer<typeof periodFigures>;

const endedTrial = z.object({
  id,
  tenant,
  product: z.string(),
  currency,
  endedAt: timestamp,
  /** First payment since the trial began, by the ledger; null for none. */
  paidAt: timestamp.nullable(),
});
export type EndedTrial = z.infer<typeof endedTrial>;

/** Revenue of an organization when a period began, and now. */
const retainedRevenue = z.object({ tenant, currency, before: yearly, now: yearly });
export type RetainedRevenue = z.infer<typeof retainedRevenue>;

const failedInvoice = z.object({
  /** The provider's id. */
  id: z.string(),
  tenant,
  currency,
  /** The amount due, in minor units. */
  amount: z.int(),
  failedAt: timestamp,
  paidAt: timestamp.nullable(),
});
export type FailedInvoice = z.infer<typeof failedInvoice>;

export const overview = subject('Overview', {
  get: {
    route: 'GET /Overview/Admin/Get',
    summary: 'Counts and recurring revenue of the product; amounts are annual, in cents',
    access: operator,
    reply: overviewReply,
  },
  getTasks: {
    route: 'GET /Overview/Admin/GetTasks',
    summary: 'What needs an operator, most urgent first: at most 25 of each kind',
    access: operatorOf('billing'),
    reply: taskList,
  },
  getSubscriptions: {
    route: 'GET /Overview/Admin/GetSubscriptions',
    summary: 'Recurring subscriptions',
    access: operator,
    query: listParams(subscriptionList),
    reply: z.array(runningSubscription),
    paged: true,
  },
  exportSubscriptions: {
    route: 'GET /Overview/Admin/ExportSubscriptions',
    summary: 'Recurring subscriptions as CSV',
    access: operator,
    query: orderedParams(subscriptionList),
    file: 'text/csv',
  },
  getMovements: {
    route: 'GET /Overview/Admin/GetMovements',
    summary: 'Revenue movements, also of one month',
    access: operator,
    query: listParams(movementList).extend({ month: month.optional() }),
    reply: z.array(movement),
    paged: true,
  },
  exportMovements: {
    route: 'GET /Overview/Admin/ExportMovements',
    summary: 'Revenue movements as CSV',
    access: operator,
    query: orderedParams(movementList).extend({ month: month.optional() }),
    file: 'text/csv',
  },
  getPeriod: {
    route: 'GET /Overview/Admin/GetPeriod',
    summary: 'Trial conversion, revenue retention and recovered payments of a period, by currency',
    access: operator,
    query: periodParams,
    reply: z.array(periodFigures),
  },
  getTrials: {
    route: 'GET /Overview/Admin/GetTrials',
    summary: 'Trials that ended in a period',
    access: operator,
    query: listParams(trialList).extend(periodParams.shape),
    reply: z.array(endedTrial),
    paged: true,
  },
  exportTrials: {
    route: 'GET /Overview/Admin/ExportTrials',
    summary: 'Trials that ended in a period as CSV',
    access: operator,
    query: orderedParams(trialList).extend(periodParams.shape),
    file: 'text/csv',
  },
  getRetention: {
    route: 'GET /Overview/Admin/GetRetention',
    summary: 'Revenue of the organizations that paid when a period began, then and now',
    access: operator,
    query: listParams(retentionList).extend(periodParams.shape),
    reply: z.array(retainedRevenue),
    paged: true,
  },
  exportRetention: {
    route: 'GET /Overview/Admin/ExportRetention',
    summary: 'Retained revenue as CSV',
    access: operator,
    query: orderedParams(retentionList).extend(periodParams.shape),
    file: 'text/csv',
  },
  getFailedInvoices: {
    route: 'GET /Overview/Admin/GetFailedInvoices',
    summary: 'Invoices whose payment failed in a period',
    access: operator,
    query: listParams(failedInvoiceList).extend(periodParams.shape),
    reply: z.array(failedInvoice),
    paged: true,
  },
  exportFailedInvoices: {
    route: 'GET /Overview/Admin/ExportFailedInvoices',
    summary: 'Invoices whose payment failed in a period as CSV',
    access: operator,
    query: orderedParams(failedInvoiceList).extend(periodParams.shape),
    file: 'text/csv',
  },
});
