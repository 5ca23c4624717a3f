import { invalidRequest } from '#sandbox/stripe/api/errors.ts';
import {
  unionParam,
  integerParam,
  arrayParam,
  timestampParam,
  enumParam,
  type InferParams,
  objectParam,
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
import { periodEnd } from './periods.ts';
import { prorate } from './proration.ts';

/** Parameters that change prices or periods, of an update and of its preview. */
export const planParams = {
  items: arrayParam(
    objectParam({ id: stringParam, price: stringParam, quantity: integerParam(0) }),
  ),
  proration_behavior: enumParam('always_invoice', 'create_prorations', 'none'),
  proration_date: timestampParam,
  trial_end: unionParam(enumParam('now'), timestampParam),
};
export type PlanParams = Partial<InferParams<typeof planParams>>;

/** Result of a change that has not been made yet. */
export interface PlannedUpdate {
  is: Subscription;
  /** Bill that is due now; null when nothing is invoiced now. */
  bill: Bill | null;
  /** Prorations, on the bill or pending for the next one. */
  prorations: InvoiceItem[];
}

/**
 * Plans a change of prices or of the trial's end. During a trial both are free. Otherwise unused time is
 * credited and the remaining time charged; a new interval, the end of a trial, and the step from free to
 * paid start a new period immediately.
 */
export async function planUpdate(
  objects: ObjectRepository,
  was: Subscription,
  { discounts, ...change }: PlanParams & { discounts: AppliedDiscount[] },
): Promise<PlannedUpdate> {
  const { now } = objects;
  const items = await changedItems(objects, was, change.items ?? []);
  const trialEnd = trialEndOf(was, change.trial_end, now);
  if (trialEnd !== null) {
    return { is: withTrialEnd(was, items, { trialEnd, now }), bill: null, prorations: [] };
  }
  const at = prorationDate(was, change.proration_date, now);
  const behavior = change.proration_behavior ?? 'create_prorations';
  const restarts = startsNewPeriod(was, items);
  const prorations =
    was.status === 'trialing' || behavior === 'none'
      ? []
      : await prorate(objects, was, { items, at, restarts, discounts });
  const billed = restarts || (behavior === 'always_invoice' && prorations.length > 0);
  if (!billed) return { is: withItems(was, items), bill: null, prorations };
  const invoice = newId('in');
  const is: Subscription = {
    ...(restarts ? withNewPeriod(was, items, now) : withItems(was, items)),
    latest_invoice: invoice,
  };
  const bill: Bill = {
    id: invoice,
    customer: await objects.get('customer', idOf(was.customer)),
    currency: was.currency,
    subscription: is,
    reason: 'subscription_update',
    lines: restarts
      ? await subscriptionLines(objects, is.items.data, { invoice, trial: false })
      : [],
    items: [...(await listPendingItems(objects, was)), ...prorations],
    discounts,
  };
  return { is, bill, prorations };
}

const withItems = (was: Subscription, data: SubscriptionItem[]): Subscription => ({
  ...was,
  items: { ...was.items, data },
});

function withTrialEnd(
  was: Subscription,
  items: SubscriptionItem[],
  { trialEnd, now }: { trialEnd: number; now: number },
): Subscription {
  const until = items.map((item) => ({ ...item, current_period_end: trialEnd }));
  return {
    ...withItems(was, until),
    billing_cycle_anchor: trialEnd,
    status: 'trialing',
    trial_end: trialEnd,
    trial_start: was.status === 'trialing' ? was.trial_start : now,
  };
}

function withNewPeriod(was: Subscription, items: SubscriptionItem[], now: number): Subscription {
  const renewed = items.map((item) => ({
    ...item,
    current_period_end: periodEnd(now, item.plan),
    current_period_start: now,
  }));
  const trialing = was.status === 'trialing';
  return {
    ...withItems(was, renewed),
    billing_cycle_anchor: now,
    status: trialing ? 'active' : was.status,
    trial_end: trialing ? now : was.trial_end,
  };
}

function startsNewPeriod(was: Subscription, items: SubscriptionItem[]): boolean {
  const cost = (all: SubscriptionItem[]) => all.reduce((sum, item) => sum + itemAmount(item), 0);
  const before = was.items.data[0]?.plan;
  const after = items[0]?.plan;
  return (
    was.status === 'trialing' ||
    before?.interval !== after?.interval ||
    before?.interval_count !== after?.interval_count ||
    (cost(was.items.data) === 0 && cost(items) > 0)
  );
}

async function changedItems(
  objects: ObjectRepository,
  was: Subscription,
  orders: NonNullable<PlanParams['items']>,
): Promise<SubscriptionItem[]> {
  const { now } = objects;
  const changed = [...was.items.data];
  for (const [index, order] of orders.entries()) {
    const param = `items[${index}]`;
    const price =
      order.price && (await requireRecurringPrice(objects, order.price, `${param}[price]`));
    if (price && price.currency !== was.currency) {
      const message = `The price specified is in ${price.currency}, but the subscription is in ${was.currency}.`;
      throw invalidRequest(message, `${param}[price]`);
    }
    if (!order.id) {
      if (!price)
        throw invalidRequest(`Missing required param: ${param}[price].`, `${param}[price]`);
      const { current_period_start: start = now, current_period_end: end = now } =
        was.items.data[0] ?? {};
      const terms = { subscription: was.id, start, end, now };
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
function trialEndOf(was: Subscription, sent: PlanParams['trial_end'], now: number): number | null {
  if (sent === 'now') return null;
  if (sent === undefined) return was.status === 'trialing' ? was.trial_end : null;
  if (sent <= now) throw pastTrialEndError();
  return sent;
}

/**
 * Returns the time for which a change is calculated: within the current period, so that a preview stays
 * valid.
 */
function prorationDate(was: Subscription, sent: number | undefined, now: number): number {
  if (sent === undefined) return now;
  const [item] = was.items.data;
  if (item && sent >= item.current_period_start && sent <= item.current_period_end) return sent;
  throw invalidRequest(
    'Cannot specify a proration_date outside of the current billing period.',
    'proration_date',
  );
}
