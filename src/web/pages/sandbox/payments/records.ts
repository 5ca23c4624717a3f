import { queryOptions } from '@tanstack/react-query';
import { Failure } from '#contract/errors.ts';
import { getFromSandbox } from '#web/pages/sandbox/client.ts';

/**
 * Records in the shape of the provider's API, limited to the fields that the page shows; times are
 * epoch seconds.
 */
export type SandboxCustomer = {
  id: string;
  name: string | null;
  email: string | null;
  created: number;
};
export type SandboxProduct = { id: string; name: string };
export type SandboxPrice = {
  product: string;
  currency: string;
  unit_amount: number | null;
  nickname: string | null;
  recurring: { interval: PriceInterval; interval_count: number } | null;
};
export type PriceInterval = 'day' | 'week' | 'month' | 'year';
export type SandboxSubscription = {
  id: string;
  customer: string;
  status: RecordStatus;
  trial_end: number | null;
  cancel_at: number | null;
  cancel_at_period_end: boolean;
  items: { data: { price: SandboxPrice; current_period_end: number }[] };
};
export type SandboxInvoice = {
  id: string;
  number: string | null;
  customer: string;
  customer_name: string | null;
  customer_email: string | null;
  status: RecordStatus;
  currency: string;
  total: number;
  created: number;
  invoice_pdf: string | null;
  next_payment_attempt: number | null;
  automatically_finalizes_at: number | null;
};
export type SandboxCoupon = {
  id: string;
  amount_off: number | null;
  percent_off: number | null;
  currency: string | null;
  valid: boolean;
};
export type SandboxPromotionCode = {
  id: string;
  code: string;
  active: boolean;
  times_redeemed: number;
  max_redemptions: number | null;
  promotion: { coupon: string };
};
export type SandboxEvent = {
  id: string;
  type: string;
  created: number;
  data: { object: { id: string } };
};
export type SandboxDelivery = {
  id: string;
  event: string;
  attempts: number;
  nextAt: number | null;
  deliveredAt: number | null;
  lastError: string | null;
};
export type SandboxDeliveryMode = 'normal' | 'off' | 'duplicate' | 'shuffle';
export type RecordStatus =
  | 'active'
  | 'trialing'
  | 'past_due'
  | 'canceled'
  | 'incomplete'
  | 'incomplete_expired'
  | 'unpaid'
  | 'paused'
  | 'draft'
  | 'open'
  | 'paid'
  | 'uncollectible'
  | 'void';

/** All records of the provider, newest first. */
export type SandboxRecords = {
  now: number;
  /** Lead of the provider's clock over the browser's, in seconds. */
  aheadSeconds: number;
  products: SandboxProduct[];
  customers: SandboxCustomer[];
  subscriptions: SandboxSubscription[];
  invoices: SandboxInvoice[];
  coupons: SandboxCoupon[];
  promotionCodes: SandboxPromotionCode[];
  events: SandboxEvent[];
  deliveries: SandboxDelivery[];
  delivering: { mode: SandboxDeliveryMode; delaySeconds: number };
  faults: string[];
};

const refreshEveryMs = 2_000;

/** Query of the records; null where the sandbox is disabled. */
export const recordsQuery = queryOptions({
  queryKey: ['payment sandbox'],
  queryFn: async () => {
    try {
      const records = (await getFromSandbox('payments.json')) as Omit<
        SandboxRecords,
        'aheadSeconds'
      >;
      return { ...records, aheadSeconds: records.now - Date.now() / 1_000 };
    } catch (error) {
      if (error instanceof Failure && error.code === 'notFound') return null;
      throw error;
    }
  },
  refetchInterval: refreshEveryMs,
});

type Kind = 'trialReminder' | 'trialEnd' | 'renewal' | 'cancellation' | 'collection' | 'delivery';
/** Next scheduled action and its time in epoch seconds. */
export type ScheduledAction = { kind: Kind; at: number };

const threeDays = 3 * 86_400;
const runningStatuses: readonly RecordStatus[] = ['active', 'trialing', 'past_due'];

function scheduledActionsOf({
  status,
  trial_end: trialEnd,
  cancel_at: cancelAt,
  items,
}: SandboxSubscription) {
  if (!runningStatuses.includes(status)) return [];
  const end = items.data[0]?.current_period_end;
  const isTrial = status === 'trialing' && trialEnd !== null;
  const kind: Kind = isTrial ? 'trialEnd' : cancelAt ? 'cancellation' : 'renewal';
  return [
    ...(isTrial ? [{ kind: 'trialReminder' as const, at: trialEnd - threeDays }] : []),
    ...(cancelAt ? [{ kind: 'cancellation' as const, at: cancelAt }] : []),
    ...(end ? [{ kind, at: end }] : []),
  ];
}

function collectionOf(invoice: SandboxInvoice): ScheduledAction[] {
  const at =
    invoice.status === 'draft' ? invoice.automatically_finalizes_at : invoice.next_payment_attempt;
  return at ? [{ kind: 'collection', at }] : [];
}

/** Returns the next scheduled action; undefined without one. */
export const nextScheduledAction = ({
  now,
  subscriptions,
  invoices,
  deliveries,
}: SandboxRecords): ScheduledAction | undefined =>
  [
    ...subscriptions.flatMap(scheduledActionsOf),
    ...invoices.flatMap(collectionOf),
    ...deliveries.flatMap(({ nextAt }): ScheduledAction[] =>
      nextAt ? [{ kind: 'delivery', at: nextAt }] : [],
    ),
  ]
    .filter(({ at }) => at > now)
    .toSorted((one, other) => one.at - other.at)[0];

/** Returns the seconds until the same day and time some months later. */
export function secondsToMonthsLater(now: number, months: number) {
  const later = new Date(now * 1_000);
  later.setUTCMonth(later.getUTCMonth() + months);
  return Math.round(later.getTime() / 1_000) - now;
}
