import type { Payment, Standing } from './books.ts';
import type { productRowOf } from './snapshot.ts';

/** A subscription, what it means for us, and what we thought of it before. */
export interface Holding {
  standing: Standing;
  row: ReturnType<typeof productRowOf> & { grace_ends: Date | null };
  /** The status our row had; null when there was none. */
  before: string | null;
}

/** Something that owners and admins are told by mail, once for each cause. */
export type Notice = { cause: string } & (
  | { kind: 'trialEnds' | 'trialEndsPaid' | 'paymentFailed' | 'cancels'; date: Date }
  | { kind: 'readOnly' | 'ended' }
  | {
      kind: 'received' | 'recovered' | 'duplicateEnded';
      amount: number;
      currency: string;
      date: Date;
    }
);

interface Situation {
  holdings: Holding[];
  payments: Payment[];
  hasCard: boolean;
  /** By the provider's clock. */
  now: Date;
  /** The causes of earlier notices. */
  told: ReadonlySet<string>;
}

/** How long before its end a trial is spoken of: as the provider's `trial_will_end`. */
const trialNotice = 3 * 86_400_000;

/**
 * What there is to tell, as it follows from the provider's state: whoever looks again finds the same
 * causes, so that each is told once however often somebody looks.
 */
export const noticesOf = (situation: Situation): Notice[] =>
  [
    ...situation.holdings.flatMap((holding) => ofSubscription(holding, situation)),
    ...situation.payments.map((payment) => ofPayment(payment, situation)),
  ].filter(({ cause }) => !situation.told.has(cause));

function ofSubscription({ standing, row, before }: Holding, situation: Situation): Notice[] {
  const { now, hasCard } = situation;
  const { id } = standing;
  switch (row.status) {
    case 'canceled':
      return before === null || before === 'canceled'
        ? []
        : [{ kind: 'ended', cause: `ended:${id}` }];
    case 'past_due':
      return overdue(standing, row.grace_ends ?? now, now);
    default:
      return [...ending(row, id), ...trialEnding(row, { id, now, hasCard })];
  }
}

/** One notice when the payment fails, another when its grace is over. */
function overdue({ id, owed }: Standing, graceEnds: Date, now: Date): Notice[] {
  const what = owed?.invoice ?? id;
  return graceEnds > now
    ? [{ kind: 'paymentFailed', cause: failureOf(what), date: graceEnds }]
    : [{ kind: 'readOnly', cause: `readOnly:${what}` }];
}

const ending = ({ end_date: date }: Holding['row'], id: string): Notice[] =>
  date ? [{ kind: 'cancels', cause: `cancels:${id}:${date.toISOString()}`, date }] : [];

type Moment = { id: string; now: Date; hasCard: boolean };

function trialEnding(row: Holding['row'], { id, now, hasCard }: Moment): Notice[] {
  const { status, trial_ends: date, end_date: end } = row;
  if (status !== 'trialing' || end || !date || date <= now) return [];
  if (date.getTime() - now.getTime() > trialNotice) return [];
  const kind = hasCard ? 'trialEndsPaid' : 'trialEnds';
  return [{ kind, cause: `trialEnds:${id}:${date.toISOString()}`, date }];
}

/** A payment that was told to have failed, and came after all, is a recovery. */
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
