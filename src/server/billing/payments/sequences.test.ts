import type { Stripe } from 'stripe';
import { expect, test } from 'vitest';
import { BillingPeriod } from '#contract/periods.ts';
import { resumeOperations } from '#server/billing/subscriptions/service/resume-operations.ts';
import type { TenantId, DbTransaction } from '#server/platform/database/database.ts';
import type { StripeClient } from '#server/platform/stripe/client.ts';
import { priceIdOf, signInOperator, testApplication } from '#server/test/application.ts';
import { figure, repetitions, seed } from '#tools/kit/seed.ts';
import { syncBillingClock } from './start-payments.ts';
import {
  allowedAccess,
  disputesOf,
  expectedAccess,
  freePlansOf,
  countSuspensionEmails,
  isSuspended,
  lastRanOut,
  tiersByPrice,
} from './test/access.ts';
import {
  createPayingTenant,
  storedSubscriptions,
  type PayingTenant,
  recurringPricesOf,
  connectToSandbox,
  reconcileAllNow,
  providerSubscriptions,
  recurringRevenueOf,
  sentNotifications,
} from './test/fixtures.ts';
import { signWebhookBody } from './test/forged-events.ts';
import { OperatorTally, performOperatorAction } from './test/operator-actions.ts';
import { seededRandom, performRandomAction } from './test/random-actions.ts';

/**
 * Checks that payments and access never disagree (R-SUB-02, R-SUB-20, R-SUP-11), that no open invoice is
 * stranded (R-SUB-23) and that recurring revenue is what renewals cost (R-OPR-28): simulates customers at the provider and operators in the portal, delivers the events
 * up to three times, late, concurrently and in any order, kills one handler in a hundred at any point, and
 * compares access with the provider's records after each round. `LONGRUN=all` simulates 1,000 customers; `SEED` repeats a
 * run.
 */
const customerCount = repetitions(10, 1_000);
const rounds = 6;
const crashRate = 0.01;

const product = await testApplication();
const { sandbox, stripe } = await connectToSandbox(product);
await sandbox.setDeliveryMode({ mode: 'off', delaySeconds: 0 });
const prices = (await recurringPricesOf(product)).slice(0, 4);
const tiers = await tiersByPrice(product);
const { api } = await signInOperator(product);
const free = await priceIdOf(product, 'Starter', BillingPeriod.Once);
const plans = await planIds();
const tally = new OperatorTally();
const random = seededRandom(seed);

/** Returns our ids of the prices that customers choose. */
async function planIds() {
  const { rows } = await product.open.owner.query<{ id: string }>(
    'select id from subscription_prices where service_id = any ($1)',
    [prices],
  );
  return rows.map(({ id }) => id);
}

let deaths = 0;
const mayCrash = (share: number) => {
  if (random.next() >= crashRate * share) return;
  deaths += 1;
  throw new Error('The process was killed here');
};

/** Makes handlers fail like a killed process: before, during or after their work. */
function injectCrashes() {
  const { stripe, database } = product.context;
  product.context.stripe = Object.assign(Object.create(stripe) as StripeClient, {
    async readCustomerSnapshot(customer: string) {
      mayCrash(0.25);
      const records = await stripe.readCustomerSnapshot(customer);
      mayCrash(0.25);
      return records;
    },
  });
  product.context.database = {
    ...database,
    async tenant<T>(tenant: TenantId, work: (tx: DbTransaction) => Promise<T>) {
      const result = await database.tenant(tenant, async (tx) => {
        const done = await work(tx);
        mayCrash(0.125);
        return done;
      });
      mayCrash(0.125);
      return result;
    },
  };
}

/** Runs the work for all items, eight at a time, starting in this order. */
async function mapConcurrently<T>(items: T[], work: (item: T) => Promise<unknown>) {
  const rest = items.values();
  const one = async () => {
    for (const item of rest) await work(item);
  };
  await Promise.all(Array.from({ length: 8 }, one));
}

const known = new Set<string>();
const firsts: Stripe.Event[] = [];
let undelivered: Stripe.Event[] = [];

/** Fetches the new events, and queues up to two repetitions of each. */
async function collectEvents() {
  const all = stripe.events.list({ limit: 100 });
  const fresh: Stripe.Event[] = [];
  for await (const event of all) {
    if (known.has(event.id)) break;
    fresh.push(event);
  }
  for (const event of fresh) {
    known.add(event.id);
    firsts.push(event);
    undelivered.push(...Array.from({ length: random.below(3) }, () => event));
  }
}

async function deliver(event: Stripe.Event) {
  const payload = JSON.stringify(event);
  const headers = {
    'content-type': 'application/json',
    ...signWebhookBody(payload, sandbox.webhookSecret),
  };
  const url = '/api/SubscriptionManager/Webhook';
  const { statusCode } = await product.app.inject({ method: 'POST', url, headers, payload });
  // 503: no database connection in time. The provider retries.
  if (statusCode === 503) await deliver(event);
  else expect(statusCode).toBe(200);
}

/** Delivers new events until none is left unsettled, and a share of the repetitions; the others come later. */
async function deliverAll(share = 0.6) {
  await collectEvents();
  await mapConcurrently(random.shuffled(firsts.splice(0)), deliver);
  await deliverSome(share);
  await expect.poll(unsettled, { timeout: 240_000, interval: 200 }).toEqual([]);
  // Reconciliation itself may change something at the provider.
  await collectEvents();
  if (firsts.length > 0) await deliverAll(share);
}

/** Delivers a share of the queued events in random order. */
async function deliverSome(share: number) {
  const shuffled = random.shuffled(undelivered);
  const count = Math.ceil(shuffled.length * share);
  undelivered = shuffled.slice(count);
  await mapConcurrently(shuffled.slice(0, count), deliver);
}

/** Returns what is left unsettled, with the job that should settle it. */
const unsettled = async () => {
  const found = await product.open.owner.query(
    `select event.type, event.attempts, event.last_error, job.attempts as tries, job.run_at, job.locked_at, job.last_error as failure
     from provider_events as event
     left join graphile_worker._private_jobs as job on job.key = 'payments.reconcile:' || event.customer_id
     where event.settled_at is null limit 5`,
  );
  return found.rows;
};

/** Returns the causes of the payment notifications that must exist: one per invoice that money or credit paid. */
async function paidInvoices({ customer }: PayingTenant) {
  const { data } = await stripe.invoices.list({ customer, status: 'paid', limit: 100 });
  const isPaid = ({
    amount_paid: paid,
    amount_due: due,
    starting_balance: balance,
    total,
  }: Stripe.Invoice) =>
    // Not what is below the minimum charge, which becomes a debt.
    paid > 0 || (total > 0 && due === 0 && total + balance <= 0);
  return data.filter(isPaid).map(({ id }) => `paid:${id}`);
}

/**
 * Returns the open invoices that nothing will settle: of an ended subscription, or older than the latest of one that is
 * paid up. The provider's own retries go on first, and those of a suspended organization wait until it is lifted.
 */
async function strandedInvoices({ customer }: PayingTenant, isHeld: boolean) {
  const [invoices, subscriptions] = await Promise.all([
    stripe.invoices.list({ customer, status: 'open', limit: 100 }),
    stripe.subscriptions.list({ customer, status: 'all', limit: 100 }),
  ]);
  return invoices.data.filter((invoice) => {
    const id = invoice.parent?.subscription_details?.subscription;
    const of = subscriptions.data.find((subscription) => subscription.id === id);
    const isRetried = invoice.next_payment_attempt !== null;
    const isPaidUp = of?.status === 'active' && !of.pending_update && !isHeld;
    return of?.ended_at || (isPaidUp && !isRetried);
  });
}

/** Settles what killed handlers left open, as the reconciliation job does. */
async function resume() {
  await product.open.owner.query('update billing_operations set lease_ends_at = now()');
  // Killed as well: the next job continues.
  await resumeOperations(product.context).catch(() => undefined);
}

const second = 1 / 86_400;

/** Advances the provider's clock, and ours with it. */
async function advance(days: number) {
  await sandbox.advance(Math.round(86_400 * days));
  await syncBillingClock(product.open.owner, sandbox);
}

const billingNow = async () => {
  const { rows } = await product.open.owner.query<{ now: Date }>('select app.billing_now() as now');
  return rows[0]?.now ?? new Date();
};

/** Checks that each organization may do, and brings in, what the provider's records say. */
async function checkPayers(payers: PayingTenant[]) {
  const at = await billingNow();
  const oracle = { stripe, tiers, now: at.getTime() / 1_000 };
  await mapConcurrently(payers, async (payer) => {
    const hasFreePlan = (await freePlansOf(product, payer)) > 0;
    const { tenant } = payer;
    const expected = (await isSuspended(product, payer))
      ? { tier: -1, readOnly: true }
      : await expectedAccess(oracle, payer, hasFreePlan);
    expect({ tenant, ...(await allowedAccess(product, payer)) }).toEqual({ tenant, ...expected });
    const { ledger, provider } = await recurringRevenueOf(product, stripe, payer);
    expect({ tenant, revenue: ledger }).toEqual({ tenant, revenue: provider });
  });
}

test(`rows equal the provider's, each email is sent once: ${customerCount} customers, SEED=${seed}`, async () => {
  const payers: PayingTenant[] = [];
  await mapConcurrently(Array.from({ length: customerCount }), async () => {
    payers.push(await createPayingTenant(product, stripe));
  });
  const reliable = { ...product.context };
  injectCrashes();
  for (let round = 0; round < rounds; round += 1) {
    const now = await billingNow();
    await mapConcurrently(payers, async (payer) => {
      const { customer } = payer;
      const acting = { stripe, dice: random };
      if (random.next() < 0.6) await performRandomAction({ ...acting, customer, prices });
      else await performOperatorAction({ ...acting, api, payer, plans, free, now }, tally);
    });
    await resume();
    // Some time passes always: a trial that is ended, paid and canceled within one second looks as if it had run out.
    await advance(round % 2 === 1 ? 1 + random.below(25) : second);
    await deliverAll();
    await checkPayers(payers);
  }
  Object.assign(product.context, reliable);
  await resume();
  await deliverAll(1);
  // A process that was killed after it suspended an organization leaves its payments to the next reconciliation.
  await reconcileAllNow(product);
  await deliverAll(1);
  await checkPayers(payers);

  let payments = 0;
  let trialsEnded = 0;
  let disputed = 0;
  for (const payer of payers) {
    expect(await storedSubscriptions(product, payer.tenant)).toEqual(
      await providerSubscriptions(stripe, payer.customer),
    );
    const { causes, subjects } = await sentNotifications(product, payer);
    // Only the operator gets an email about a dispute.
    const told = causes.filter((cause) => !cause.startsWith('dispute:'));
    expect(subjects).toHaveLength(told.length + (await countSuspensionEmails(product, payer)));
    const paid = await paidInvoices(payer);
    payments += paid.length;
    const freePlans = await freePlansOf(product, payer);
    const trialEnds = causes.filter((cause) => cause.startsWith('trialEnded:')).length;
    // Each trial or grant announced as ended led to the free plan, once; so did an operator's choice of it.
    expect(freePlans).toBeLessThanOrEqual(1);
    expect(freePlans >= Math.min(1, trialEnds)).toBe(true);
    const { data } = await stripe.subscriptions.list({
      customer: payer.customer,
      status: 'all',
      limit: 100,
    });
    // Nothing is collected for a suspended organization, once no change of plan waits for its payment.
    const collects = data.some(
      ({ ended_at: end, pause_collection: pause, pending_update: pending }) =>
        !end && !pause && !pending,
    );
    const suspended = await isSuspended(product, payer);
    expect(suspended && collects).toBe(false);
    // A customer whose last trial or grant ended so has the free plan.
    expect(lastRanOut(data) && trialEnds === 0).toBe(false);
    trialsEnded += trialEnds;
    expect(await strandedInvoices(payer, suspended)).toEqual([]);
    const disputes = (await disputesOf(stripe, payer.customer)).map(({ id }) => `dispute:${id}`);
    expect(causes.filter((cause) => cause.startsWith('dispute:'))).toEqual(disputes.toSorted());
    disputed += disputes.length;
    expect(causes.filter((cause) => cause.startsWith('paid:'))).toEqual(paid.toSorted());
  }
  // Guards against an empty run: payments happened, and handlers were killed.
  expect(tally.lost).toBeLessThanOrEqual(deaths);
  expect(payments > 0 || customerCount < 1_000).toBe(true);
  expect(deaths > 0 || customerCount < 1_000).toBe(true);
  const ended = `${trialsEnded} trials and grants that ran out`;
  const count = (of: Map<string, number>) => JSON.stringify(Object.fromEntries(of));
  const operators = `operators did ${count(tally.done)}, refused ${count(tally.refused)}`;
  const checks = `access checked ${payers.length * (rounds + 1)} times`;
  figure(
    'lives',
    `${customerCount} lives, ${payments} payments, ${disputed} disputes, ${ended}, ${operators}, ${checks}, ${deaths} handlers killed, 0 differences`,
  );
}, 3_600_000);
