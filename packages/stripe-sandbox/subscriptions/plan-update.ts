import { invalidRequest } from '#sandbox/stripe/api/errors.ts';
import {
  unionParam,
  integerParam,
  arrayParam,
  timestampParam,
  enumParam,
  type InferParams,
  objectParam,
  required,
  stringParam,
} from '#sandbox/stripe/api/params.ts';
import { listPendingItems } from '#sandbox/stripe/invoices/lines.ts';
import type { Bill } from '#sandbox/stripe/invoices/new-invoice.ts';
import type { AppliedDiscount } from '#sandbox/stripe/invoices/totals.ts';
import { newId } from '#sandbox/stripe/store/ids.ts';
import type { ObjectRepository } from '#sandbox/stripe/store/object-repository.ts';
import {
  idOf,
  type InvoiceItem,
  type Subscription,
  type SubscriptionItem,
} from '#sandbox/stripe/store/types.ts';
import { pastTrialEndError } from './common-params.ts';
import {
  itemAmount,
  subscriptionLines,
  newSubscriptionItem,
  requireRecurringPrice,
  withPrice,
} from './items.ts';
import { periodEnd, shortenedEnd } from './periods.ts';
import { prorate } from './proration.ts';

/** Parameters that change prices or periods, of an update and of its preview. */
export const planParams = {
  billing_cycle_anchor: objectParam({ type: required(enumParam('now', 'unchanged')) }),
  items: arrayParam(
    objectParam({ id: stringParam, price: stringParam, quantity: integerParam(0) }),
  ),
  proration_behavior: enumParam('always_invoice', 'create_prorations', 'none'),
  proration_date: timestampParam,
  trial_end: unionParam(enumParam('now'), timestampParam),
};
export type PlanParams = Partial<InferParams<typeof planParams>>;

/** Result of a change that has not been made yet. */
export type PlannedUpdate = {
  updated: Subscription;
  /** Bill that is due now; null when nothing is invoiced now. */
  bill: Bill | null;
  /** Prorations, on the bill or pending for the next one. */
  prorations: InvoiceItem[];
};

/**
 * Plans a change of prices or of the trial's end. During a trial both are free. Otherwise unused time is
 * credited and the remaining time charged; a new interval, the end of a trial, the step from free to paid,
 * and a request to do so start a new period immediately.
 */
export async function planUpdate(
  objects: ObjectRepository,
  previous: Subscription,
  { discounts, ...change }: PlanParams & { discounts: AppliedDiscount[] },
): Promise<PlannedUpdate> {
  const { now } = objects;
  const items = await changedItems(objects, previous, change.items ?? []);
  const trialEnd = trialEndOf(previous, change.trial_end, now);
  if (trialEnd !== null) {
    return {
      updated: withTrialEnd(previous, items, { trialEnd, now }),
      bill: null,
      prorations: [],
    };
  }
  const at = prorationDate(previous, change.proration_date, now);
  const behavior = change.proration_behavior ?? 'create_prorations';
  const restarts = change.billing_cycle_anchor?.type === 'now' || startsNewPeriod(previous, items);
  const prorations =
    previous.status === 'trialing' || behavior === 'none'
      ? []
      : await prorate(objects, previous, { items, at, restarts, discounts });
  const billed = restarts || (behavior === 'always_invoice' && prorations.length > 0);
  if (!billed) return { updated: withItems(previous, items), bill: null, prorations };
  const invoice = newId('in');
  const updated: Subscription = {
    ...(restarts ? withNewPeriod(previous, items, now) : withItems(previous, items)),
    latest_invoice: invoice,
  };
  const bill: Bill = {
    id: invoice,
    customer: await objects.get('customer', idOf(previous.customer)),
    currency: previous.currency,
    subscription: updated,
    reason: 'subscription_update',
    lines: restarts ? await subscriptionLines(objects, updated, { invoice, trial: false }) : [],
    items: [...(await listPendingItems(objects, previous)), ...prorations],
    discounts,
  };
  return { updated, bill, prorations };
}

const withItems = (previous: Subscription, data: SubscriptionItem[]): Subscription => ({
  ...previous,
  items: { ...previous.items, data },
});

function withTrialEnd(
  previous: Subscription,
  items: SubscriptionItem[],
  { trialEnd, now }: { trialEnd: number; now: number },
): Subscription {
  const until = items.map((item) => ({ ...item, current_period_end: trialEnd }));
  return {
    ...withItems(previous, until),
    billing_cycle_anchor: trialEnd,
    status: 'trialing',
    trial_end: trialEnd,
    trial_start: previous.status === 'trialing' ? previous.trial_start : now,
  };
}

/** Returns a subscription whose next period begins now; a trial ends with it. */
export function withNewPeriod(
  previous: Subscription,
  items: SubscriptionItem[],
  now: number,
): Subscription {
  const renewed = items.map((item) => ({
    ...item,
    current_period_end: shortenedEnd(periodEnd(now, item.plan), previous),
    current_period_start: now,
  }));
  const trialing = previous.status === 'trialing';
  return {
    ...withItems(previous, renewed),
    billing_cycle_anchor: now,
    status: trialing ? 'active' : previous.status,
    trial_end: trialing ? now : previous.trial_end,
  };
}

function startsNewPeriod(previous: Subscription, items: SubscriptionItem[]): boolean {
  const cost = (all: SubscriptionItem[]) => all.reduce((sum, item) => sum + itemAmount(item), 0);
  const before = previous.items.data[0]?.plan;
  const after = items[0]?.plan;
  return (
    previous.status === 'trialing' ||
    before?.interval !== after?.interval ||
    before?.interval_count !== after?.interval_count ||
    (cost(previous.items.data) === 0 && cost(items) > 0)
  );
}

async function changedItems(
  objects: ObjectRepository,
  previous: Subscription,
  orders: NonNullable<PlanParams['items']>,
): Promise<SubscriptionItem[]> {
  const { now } = objects;
  const changed = [...previous.items.data];
  for (const [index, order] of orders.entries()) {
    const param = `items[${index}]`;
    const price =
      order.price && (await requireRecurringPrice(objects, order.price, `${param}[price]`));
    if (price && price.currency !== previous.currency) {
      const message = `The price specified is in ${price.currency}, but the subscription is in ${previous.currency}.`;
      throw invalidRequest(message, `${param}[price]`);
    }
    if (!order.id) {
      if (!price)
        throw invalidRequest(`Missing required param: ${param}[price].`, `${param}[price]`);
      const { current_period_start: start = now, current_period_end: end = now } =
        previous.items.data[0] ?? {};
      const terms = { subscription: previous.id, start, end, now };
      changed.push(newSubscriptionItem(price, { quantity: order.quantity }, terms));
      continue;
    }
    const at = changed.findIndex(({ id }) => id === order.id);
    const item = changed[at];
    if (!item) throw invalidRequest(`No such subscription item: '${order.id}'`, `${param}[id]`);
    const quantity = order.quantity ?? item.quantity;
    changed[at] = { ...(price ? withPrice(item, price) : item), quantity };
  }
  return changed;
}

/** Returns the end of the trial after this change; null when there is none. */
function trialEndOf(
  previous: Subscription,
  sent: PlanParams['trial_end'],
  now: number,
): number | null {
  if (sent === 'now') return null;
  if (sent === undefined) return previous.status === 'trialing' ? previous.trial_end : null;
  if (sent <= now) throw pastTrialEndError();
  return sent;
}

/**
 * Returns the time for which a change is calculated: within the current period, so that a preview stays
 * valid.
 */
function prorationDate(previous: Subscription, sent: number | undefined, now: number): number {
  if (sent === undefined) return now;
  const [item] = previous.items.data;
  if (item && sent >= item.current_period_start && sent <= item.current_period_end) return sent;
  throw invalidRequest(
    'Cannot specify a proration_date outside of the current billing period.',
    'proration_date',
  );
}
