import type { Payment, Standing } from './books.ts';
import type { productRowOf } from './snapshot.ts';

/** A subscription at the provider with its new row and the previous status. */
export interface Holding {
  standing: Standing;
  row: ReturnType<typeof productRowOf> & { grace_ends: Date | null };
  /** The previous status of the row; null when there was none. */
  before: string | null;
}

/** A notice that owners and admins get by email, once per cause. */
export type Notice = { cause: string } & (
  | { kind: 'trialEnds' | 'trialEndsPaid' | 'paymentFailed' | 'cancels'; date: Date }
  | { kind: 'trialEndsFree' | 'movesToFree'; date: Date; plan: string; over: Over | null }
  | { kind: 'trialEnded' | 'movedToFree'; plan: string; over: Over | null }
  | { kind: 'readOnly' | 'ended' }
  | {
      kind: 'received' | 'recovered' | 'duplicateEnded';
      amount: number;
      currency: string;
      date: Date;
    }
);

/** The free plan that an organization has beside its paid plan, or could move to. */
export interface FreePlanState {
  title: string;
  /** Seats; 0 is unlimited. */
  maxUsers: number;
  isHeld: boolean;
  /** The number of seats in use. */
  used: number;
}

/** The organization has more members than the free plan allows. */
type Over = { used: number; max: number };

interface Situation {
  holdings: Holding[];
  payments: Payment[];
  hasCard: boolean;
  /** The current time, by the provider's clock. */
  now: Date;
  /** The causes of notices that were already sent. */
  told: ReadonlySet<string>;
  /** Null when no free plan is held or on offer. */
  free: FreePlanState | null;
  /** The subscription whose trial ended unpaid and has no notice yet; null for none. */
  ended: string | null;
}

/**
 * Milliseconds before the end of a trial when its notice is sent, like Stripe's `trial_will_end`.
 */
const trialNotice = 3 * 86_400_000;

/**
 * Returns the notices that follow from the provider's state and were not sent before. Equal states
 * give equal causes, so repeated runs send each notice once.
 */
export const noticesOf = (situation: Situation): Notice[] =>
  [
    ...situation.holdings.flatMap((holding) => ofSubscription(holding, situation)),
    ...situation.payments.map((payment) => ofPayment(payment, situation)),
  ].filter(({ cause }) => !situation.told.has(cause));

function ofSubscription({ standing, row, before }: Holding, situation: Situation): Notice[] {
  const { now, free } = situation;
  const { id } = standing;
  const cause = trialEndOf(standing);
  switch (row.status) {
    case 'canceled':
      if (id === situation.ended) {
        return [free ? { kind: 'trialEnded', ...toFree(free), cause } : { kind: 'ended', cause }];
      }
      if (before === null || before === 'canceled') return [];
      return isHeld(free)
        ? [{ kind: 'movedToFree', cause: `ended:${id}`, ...toFree(free) }]
        : [{ kind: 'ended', cause: `ended:${id}` }];
    case 'past_due':
      return overdue(standing, row.grace_ends ?? now, now);
    default:
      return [...ending(row, id, situation), ...trialEnding(row, id, situation)];
  }
}

/**
 * Returns the cause of the move to the free plan; once it is recorded, the organization is not
 * moved again.
 */
export const trialEndOf = ({ id }: Pick<Standing, 'id'>) => `trialEnded:${id}`;

const isHeld = (free: FreePlanState | null): free is FreePlanState => free?.isHeld === true;

const toFree = ({ title, maxUsers, used }: FreePlanState) => ({
  plan: title,
  over: maxUsers > 0 && used > maxUsers ? { used, max: maxUsers } : null,
});

/** Returns a notice when the payment fails, and another when its grace has ended. */
function overdue({ id, owed }: Standing, graceEnds: Date, now: Date): Notice[] {
  const what = owed?.invoice ?? id;
  return graceEnds > now
    ? [{ kind: 'paymentFailed', cause: failureOf(what), date: graceEnds }]
    : [{ kind: 'readOnly', cause: `readOnly:${what}` }];
}

function ending({ end_date: date }: Holding['row'], id: string, { free }: Situation): Notice[] {
  if (!date) return [];
  const day = date.toISOString();
  return isHeld(free)
    ? [{ kind: 'movesToFree', cause: `movesToFree:${id}:${day}`, date, ...toFree(free) }]
    : [{ kind: 'cancels', cause: `cancels:${id}:${day}`, date }];
}

function trialEnding(row: Holding['row'], id: string, situation: Situation): Notice[] {
  const { now, hasCard, free } = situation;
  const { status, trial_ends: date, end_date: end } = row;
  if (status !== 'trialing' || end || !date || date <= now) return [];
  if (date.getTime() - now.getTime() > trialNotice) return [];
  const cause = `trialEnds:${id}:${date.toISOString()}`;
  if (hasCard) return [{ kind: 'trialEndsPaid', cause, date }];
  return [
    free
      ? { kind: 'trialEndsFree', cause, date, ...toFree(free) }
      : { kind: 'trialEnds', cause, date },
  ];
}

/** Returns the notice of a payment; one that was announced as failed before is a recovery. */
function ofPayment(payment: Payment, { told, holdings }: Situation): Notice {
  const { invoice, subscription, amount, currency, paidAt: date } = payment;
  const wasLate = told.has(failureOf(invoice)) || told.has(`readOnly:${invoice}`);
  const runs = holdings.some(
    ({ standing, row }) => standing.id === subscription && row.status !== 'canceled',
  );
  const kind = wasLate && runs ? 'recovered' : 'received';
  return { kind, cause: `paid:${invoice}`, amount, currency, date };
}

const failureOf = (invoice: string) => `failed:${invoice}`;
