import type { z } from 'zod';
import { fromMinor } from '#contract/money.ts';
import type { testEvent, WebhookEvent } from '#contract/webhooks/event-names.ts';
import type { WebhookBody, webhookEvents } from '#contract/webhooks/events.ts';
import type { TableRow } from '#server/platform/database/query.ts';
import type { DB } from '#server/platform/database/tables.ts';
import type { OwnerDatabase } from '#server/platform/mail/sender.ts';

/** Recorded event; `subject` is the row of its cause, or its data. */
export type EventRow = { id: string; type: string; subject: unknown; occurred_at: Date };

/** Row in JSON, as a trigger recorded it. */
type JsonRow<T extends keyof DB> = {
  [C in keyof TableRow<T>]:
    | Exclude<TableRow<T>[C], Date>
    | (Date extends TableRow<T>[C] ? string : never);
};

/** Records that bodies name besides their row. */
type Related = {
  emails: ReadonlyMap<string, string>;
  plans: ReadonlyMap<string, { id: string; title: string; tier: number }>;
  /** Currencies of transactions by organization. */
  currencies: ReadonlyMap<string, string>;
};

type Data<E extends WebhookEvent> = z.input<(typeof webhookEvents)[E]>;

/** Returns the id of the message: the same in every attempt, so that receivers recognize a repetition. */
export const messageIdOf = (event: string) => `evt_${event.replaceAll('-', '')}`;

const isoTime = <T extends string | null>(value: T) =>
  (value === null ? null : new Date(value).toISOString()) as T;

const transactionData = (
  row: JsonRow<'transactions'>,
  { currencies }: Related,
): Data<'transaction.created'> => ({
  id: row.id,
  description: row.description,
  quantity: row.quantity,
  price: fromMinor(row.price, null),
  amount: fromMinor(row.quantity * row.price, null),
  currency: currencies.get(row.tenant_id) ?? '',
  date: row.date,
  category: row.category,
  createdAt: isoTime(row.created_at),
  version: row.version,
});

const memberData = (row: JsonRow<'memberships'>, { emails }: Related): Data<'member.added'> => ({
  id: row.id,
  userId: row.user_id,
  email: emails.get(row.user_id) ?? null,
  role: row.role as Data<'member.added'>['role'],
  status: row.status as Data<'member.added'>['status'],
  createdAt: isoTime(row.created_at),
});

function subscriptionData(
  row: JsonRow<'tenant_products'>,
  { plans }: Related,
): Data<'subscription.created'> {
  const plan = plans.get(row.subscription_price_id);
  if (!plan) throw new Error('A subscription has an unknown price');
  return {
    id: row.id,
    priceId: row.subscription_price_id,
    productId: plan.id,
    title: plan.title,
    tier: plan.tier,
    status: row.status as Data<'subscription.created'>['status'],
    startDate: isoTime(row.start_date),
    trialEnds: isoTime(row.trial_ends),
    graceEnds: isoTime(row.grace_ends),
    endDate: isoTime(row.end_date),
    cancelledAt: isoTime(row.canceled_at),
  };
}

function nounOf(type: string) {
  const noun = type.split('.')[0] ?? '';
  return noun === 'invitation' ? 'member' : noun;
}

/** Loads what the bodies of these events name: addresses of accounts, plans and currencies of transactions. */
export async function loadRelated(store: OwnerDatabase, events: EventRow[]): Promise<Related> {
  const named = (noun: string, column: string) =>
    events
      .filter(({ type }) => nounOf(type) === noun)
      .map(({ subject }) => String((subject as Record<string, string>)[column]));
  const [people, prices, tenants] = [
    named('member', 'user_id'),
    named('subscription', 'subscription_price_id'),
    named('transaction', 'tenant_id'),
  ];
  const users =
    people.length > 0
      ? await store.query<{ id: string; email: string }>(
          'select id, email from users where id = any ($1)',
          [people],
        )
      : { rows: [] };
  const plans =
    prices.length > 0
      ? await store.query<{ price: string; id: string; title: string; tier: number }>(
          `select pr.id as price, p.id, p.title, p.tier from subscription_prices pr
             join subscription_products p on p.id = pr.subscription_product_id
             where pr.id = any ($1)`,
          [prices],
        )
      : { rows: [] };
  const organizations =
    tenants.length > 0
      ? await store.query<{ id: string; currency: string }>(
          'select id, transaction_currency as currency from tenants where id = any ($1)',
          [[...new Set(tenants)]],
        )
      : { rows: [] };
  return {
    emails: new Map(users.rows.map(({ id, email }) => [id, email])),
    plans: new Map(plans.rows.map(({ price, ...plan }) => [price, plan])),
    currencies: new Map(organizations.rows.map(({ id, currency }) => [id, currency])),
  };
}

/** Returns `data` of an event; events of payments and resources have recorded it as it is. */
function dataOf({ type, subject }: EventRow, related: Related) {
  switch (nounOf(type)) {
    case 'transaction':
      return transactionData(subject as JsonRow<'transactions'>, related);
    case 'member':
      return memberData(subject as JsonRow<'memberships'>, related);
    case 'subscription':
      return subscriptionData(subject as JsonRow<'tenant_products'>, related);
    default:
      return subject as WebhookBody['data'];
  }
}

/** Builds the body of a delivery, by the schema of its event (R-WHK-02). */
export function buildBody(event: EventRow, related: Related): string {
  const body: WebhookBody = {
    type: event.type as WebhookEvent | typeof testEvent,
    timestamp: event.occurred_at.toISOString(),
    data: dataOf(event, related),
  };
  return JSON.stringify(body);
}
