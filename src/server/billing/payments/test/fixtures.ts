import { randomUUID } from 'node:crypto';
import { Stripe } from 'stripe';
import { afterAll, expect } from 'vitest';
import { createStore, createStripeSandbox } from '#sandbox/stripe/index.ts';
import { webhookAddress } from '#server/billing/payments/webhook.ts';
import { type TenantId, trusted } from '#server/platform/database/isolation/ids.ts';
import type { TestApplication } from '#server/test/application.ts';

/** A tenant with a customer at the provider and an owner with an email address. */
export type PayingTenant = {
  tenant: TenantId;
  customer: string;
  email: string;
};

const sandboxSecretKey = 'sk_test_sandbox';

/**
 * Connects to the sandbox of the product under test with the official SDK, bypassing our Stripe client.
 * Events are delivered only while the product listens.
 */
export async function connectToSandbox({ open, app }: TestApplication) {
  const sandbox = await createStripeSandbox({
    store: createStore(open.owner),
    secretKey: sandboxSecretKey,
    webhookUrl: () => webhookAddress(app),
    onError(error) {
      throw error;
    },
  });
  afterAll(() => sandbox.close());
  const { hostname: host, port } = new URL(sandbox.apiBase);
  return {
    sandbox,
    stripe: new Stripe(sandboxSecretKey, { host, port, protocol: 'http', telemetry: false }),
  };
}

/** Runs the reconciliation job now and waits until it is done. */
export async function reconcileAllNow({ open }: TestApplication) {
  const job = `sweep-${randomUUID()}`;
  await open.owner.query(`select app.add_job('payments.sweep', '{}', job_key => $1)`, [job]);
  await expect
    .poll(
      async () => {
        const { rows } = await open.owner.query(
          'select last_error from graphile_worker.jobs where key = $1',
          [job],
        );
        return rows;
      },
      { timeout: 30_000, interval: 20 },
    )
    .toEqual([]);
}

/**
 * Creates a tenant with a customer in the database and at the provider, without the signup flow.
 */
export async function createPayingTenant(
  { open }: TestApplication,
  stripe: Stripe,
): Promise<PayingTenant> {
  const email = `payer-${randomUUID()}@example.com`;
  const { id: customer } = await stripe.customers.create({ email, name: 'Payer' });
  const { rows } = await open.owner.query<{ id: string }>(
    `with tenant as (insert into tenants (name, customer_id) values ($1, $2) returning id),
       person as (insert into users (email, first_name, locale, verified_at)
         values ($3, 'Ana', 'en-US', now()) returning id),
       member as (insert into memberships (tenant_id, user_id, role, status, joined)
         select tenant.id, person.id, 0, 2, 0 from tenant, person)
     select id from tenant`,
    [`Payer ${randomUUID()}`, customer, email],
  );
  return { tenant: trusted.tenantId(rows[0]?.id ?? ''), customer, email };
}

/** Returns the service ids of the recurring prices in US dollars above zero. */
export async function recurringPricesOf({ open }: TestApplication): Promise<string[]> {
  const { rows } = await open.owner.query<{ service_id: string }>(
    `select service_id from subscription_prices
     where currency = 'usd' and price > 0 and type = 1 order by price, id`,
  );
  return rows.map(({ service_id: id }) => id);
}

/** A subscription in the form in which our rows and the provider's are compared. */
export type ComparableSubscription = {
  id: string;
  price: string;
  status: string;
  trialEnds: number | null;
  ends: number | null;
  canceledAt: number | null;
  /** Amount that its discounts take off each renewal, in minor units; not those for one payment. */
  discount: number;
};

const epochSeconds = (date: Date | null) => date && date.getTime() / 1_000;

/** Returns our rows, sorted by the provider's ids. */
export async function storedSubscriptions(
  { open }: TestApplication,
  tenant: string,
): Promise<ComparableSubscription[]> {
  const { rows } = await open.owner.query<{
    id: string;
    price: string;
    status: string;
    trial_ends: Date | null;
    end_date: Date | null;
    canceled_at: Date | null;
    discount: number;
  }>(
    `select held.service_id as id, price.service_id as price, status, trial_ends, end_date,
       canceled_at, recurring_discount::float8 as discount
     from tenant_products held join subscription_prices price on price.id = subscription_price_id
     where tenant_id = $1 and held.service_id is not null order by held.service_id`,
    [tenant],
  );
  return rows.map((row) => ({
    id: row.id,
    price: row.price,
    status: row.status,
    trialEnds: epochSeconds(row.trial_ends),
    ends: epochSeconds(row.end_date),
    canceledAt: epochSeconds(row.canceled_at),
    discount: row.discount,
  }));
}

/** Maps the provider's statuses to ours where they differ. */
const statusesInOurTerms: Record<string, string> = { unpaid: 'past_due' };

/** Returns the provider's subscriptions as our rows should be; omits those that never began. */
export async function providerSubscriptions(
  stripe: Stripe,
  customer: string,
): Promise<ComparableSubscription[]> {
  const expand = ['data.discounts.source.coupon'];
  const { data } = await stripe.subscriptions.list({ customer, status: 'all', limit: 100, expand });
  return data
    .filter(({ status }) => status !== 'incomplete' && status !== 'incomplete_expired')
    .map((subscription) => ({
      id: subscription.id,
      price: subscription.items.data[0]?.price.id ?? '',
      status: statusesInOurTerms[subscription.status] ?? subscription.status,
      trialEnds: subscription.trial_end,
      ends: subscription.ended_at ?? subscription.cancel_at,
      canceledAt: endsWithGrant(subscription) ? null : subscription.canceled_at,
      discount: subscription.ended_at === null ? providerDiscount(subscription) : 0,
    }))
    .toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

/** Returns true for a granted subscription that no cancellation ends before its grant. */
function endsWithGrant({ items, metadata, ended_at: ended, cancel_at: ends }: Stripe.Subscription) {
  const { grantPrice, grantEnds } = metadata;
  return grantPrice === items.data[0]?.price.id && Number(grantEnds) <= (ended ?? ends ?? 0);
}

/** Returns the recurring discount of a subscription by the provider's records; the rule is written down here once more. */
function providerDiscount({ items, discounts }: Stripe.Subscription) {
  const price = items.data[0]?.price.unit_amount ?? 0;
  const left = discounts.reduce((rest, discount) => {
    const coupon = typeof discount === 'string' ? null : discount.source.coupon;
    if (coupon === null || typeof coupon === 'string') throw new Error('Not expanded');
    if (coupon.duration === 'once') return rest;
    const { percent_off: percent, amount_off: fixed } = coupon;
    // Half a cent is rounded in favor of the price.
    const off = percent === null ? (fixed ?? 0) : Math.ceil((rest * percent) / 100 - 0.5);
    return Math.max(0, rest - off);
  }, price);
  return price - left;
}

const periodsOfYear: Record<string, number> = { day: 365, week: 52, month: 12, year: 1 };

/**
 * Returns the recurring revenue of a year by the provider's records, in minor units, and by our ledger. Of our rows it
 * uses only whether a trial was paid.
 */
export async function recurringRevenueOf(
  { open }: TestApplication,
  stripe: Stripe,
  { tenant, customer }: PayingTenant,
) {
  const expand = ['data.discounts.source.coupon'];
  const [{ data }, { rows: paid }, { rows: ledger }] = await Promise.all([
    stripe.subscriptions.list({ customer, status: 'active', limit: 100, expand }),
    open.owner.query<{ id: string }>(
      'select service_id as id from tenant_products where tenant_id = $1 and paid',
      [tenant],
    ),
    open.owner.query<{ sum: number }>(
      `select coalesce(sum(after - before), 0)::float8 as sum from revenue_movements
       where tenant_id = $1`,
      [tenant],
    ),
  ]);
  const counted = data.filter(({ id, trial_end: trialEnd, metadata, items }) => {
    const isGranted = metadata['grantPrice'] === items.data[0]?.price.id;
    return !isGranted && (trialEnd === null || paid.some((row) => row.id === id));
  });
  const provider = counted.reduce((sum, subscription) => {
    const price = subscription.items.data[0]?.price;
    const amount = (price?.unit_amount ?? 0) - providerDiscount(subscription);
    return sum + amount * (periodsOfYear[price?.recurring?.interval ?? ''] ?? 0);
  }, 0);
  return { provider, ledger: ledger[0]?.sum };
}

/** Returns the causes of a tenant's notifications and the subjects of the emails to its owner. */
export async function sentNotifications(
  { open }: TestApplication,
  { tenant, email }: PayingTenant,
) {
  const notices = await open.owner.query<{ cause: string }>(
    'select cause from billing_notifications where tenant_id = $1 order by cause',
    [tenant],
  );
  const mails = await open.owner.query<{ subject: string }>(
    'select subject from emails where recipient = $1 order by subject',
    [email],
  );
  return {
    causes: notices.rows.map(({ cause }) => cause),
    subjects: mails.rows.map(({ subject }) => subject),
  };
}
