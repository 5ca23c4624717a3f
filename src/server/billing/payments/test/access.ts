import type { Stripe } from 'stripe';
import type { TestApplication } from '#server/test/application.ts';
import type { PayingTenant } from './fixtures.ts';

/** Access of an organization. */
export type TestAccess = {
  tier: number;
  readOnly: boolean;
};

const graceSeconds = 14 * 86_400;

/** Returns what the application allows an organization now. */
export async function allowedAccess({ open }: TestApplication, { tenant }: PayingTenant) {
  const { rows } = await open.owner.query<TestAccess>(
    'select tier, read_only as "readOnly" from app.entitlement($1)',
    [tenant],
  );
  return rows[0];
}

/** Returns true while an organization is suspended. */
export async function isSuspended({ open }: TestApplication, { tenant }: PayingTenant) {
  const { rows } = await open.owner.query(
    'select 1 from tenants where id = $1 and suspended_at is not null',
    [tenant],
  );
  return rows.length > 0;
}

/** Returns how many emails its owner has got because operators suspended the organization and lifted that. */
export async function countSuspensionEmails(product: TestApplication, payer: PayingTenant) {
  const { rows } = await product.open.owner.query<{ lifted: number }>(
    `select count(*)::int as lifted from audit_log where tenant_id = $1 and action = 'tenant.unsuspended'`,
    [payer.tenant],
  );
  return 2 * (rows[0]?.lifted ?? 0) + Number(await isSuspended(product, payer));
}

/** Returns the number of free plans that an organization holds. */
export async function freePlansOf({ open }: TestApplication, { tenant }: PayingTenant) {
  const found = await open.owner.query<{ count: number }>(
    `select count(*)::int as count from tenant_products held
     join subscription_prices price on price.id = held.subscription_price_id
     where tenant_id = $1 and held.service_id is null and price.price = 0 and status = 'active'`,
    [tenant],
  );
  return found.rows[0]?.count ?? 0;
}

type Subscription = Stripe.Subscription;

const isBegun = ({ status }: Subscription) => !status.startsWith('incomplete');

/** Returns true when there were subscriptions and none runs. */
const hasEnded = (subscriptions: readonly Subscription[]): boolean => {
  const begun = subscriptions.filter(isBegun);
  return begun.length > 0 && begun.every(({ ended_at: end }) => end !== null);
};

/** Returns true when the last subscription ended with its trial, or with a grant that ran out. */
export function lastRanOut(newestFirst: readonly Subscription[]): boolean {
  if (!hasEnded(newestFirst)) return false;
  const begun = newestFirst.filter(isBegun);
  const last = begun.toSorted((a, b) => (b.ended_at ?? 0) - (a.ended_at ?? 0))[0];
  const { ended_at: end = null, trial_end: trialEnd, cancel_at: planned, metadata } = last ?? {};
  const { grantId, grantEnds } = metadata ?? {};
  if (end === null) return false;
  if (grantId) return Boolean(grantEnds) && end >= Number(grantEnds);
  return end === trialEnd && planned === null;
}

/** Returns the disputes of a customer's payments. */
export async function disputesOf(stripe: Stripe, customer: string): Promise<Stripe.Dispute[]> {
  const { data: charges } = await stripe.charges.list({ customer, limit: 100 });
  const disputed = charges.filter((charge) => charge.disputed);
  const lists = await Promise.all(disputed.map(({ id }) => stripe.disputes.list({ charge: id })));
  return lists.flatMap(({ data }) => data);
}

/** Returns the subscriptions and the ends of what they were paid for, of payments that were lost in a dispute. */
function lostPayments(invoices: Stripe.Invoice[], disputes: Stripe.Dispute[]) {
  const lost = disputes.filter(({ status }) => status === 'lost');
  const intents = new Set(lost.map(({ payment_intent: intent }) => intent));
  return invoices
    .filter(({ payments }) =>
      payments?.data.some(({ payment }) => intents.has(payment.payment_intent ?? '')),
    )
    .map(({ parent, lines }) => ({
      subscription: parent?.subscription_details?.subscription,
      until: Math.max(...lines.data.map(({ period: { end } }) => end)),
    }));
}

/**
 * Returns the access that follows from the provider's records, by rules that are written down here once more:
 * the plan of the running subscription, read-only while it is paused and once an invoice is overdue for longer than
 * the grace, beside a free plan (tier 1). A dispute of its payment that was lost ends a plan, unless
 * it was granted or a later period was begun.
 */
export async function expectedAccess(
  { stripe, tiers, now }: { stripe: Stripe; tiers: ReadonlyMap<string, number>; now: number },
  { customer }: PayingTenant,
  hasFreePlan: boolean,
): Promise<TestAccess> {
  const [{ data: subscriptions }, { data: invoices }, disputes] = await Promise.all([
    stripe.subscriptions.list({ customer, status: 'all', limit: 100 }),
    stripe.invoices.list({ customer, limit: 100, expand: ['data.payments'] }),
    disputesOf(stripe, customer),
  ]);
  const lost = lostPayments(invoices, disputes);
  const isLost = ({ id, items }: Stripe.Subscription) =>
    lost.some(
      ({ subscription, until }) =>
        subscription === id && until > (items.data[0]?.current_period_start ?? 0),
    );
  const running = subscriptions.find(
    (each) =>
      isBegun(each) &&
      each.ended_at === null &&
      (each.cancel_at ?? Infinity) > now &&
      (Boolean(each.metadata['grantId']) || !isLost(each)),
  );
  const free = { tier: hasFreePlan || hasEnded(subscriptions) ? 1 : 0, readOnly: false };
  if (!running) return free;
  const tier = tiers.get(running.items.data[0]?.price.id ?? '') ?? 0;
  if (running.status === 'paused') return { tier, readOnly: true };
  const isPaidUp = running.status === 'active' || running.status === 'trialing';
  // One that was written off counts while no later one was made.
  const oldest = invoices.findLast(
    ({ id, status, parent }) =>
      parent?.subscription_details?.subscription === running.id &&
      (status === 'open' || (status === 'uncollectible' && id === running.latest_invoice)),
  );
  const since = oldest?.status_transitions.finalized_at ?? running.start_date;
  return { tier, readOnly: !isPaidUp && since + graceSeconds <= now };
}

/** Returns the tiers of recurring prices by their ids at the provider. */
export async function tiersByPrice({ open }: TestApplication) {
  const { rows } = await open.owner.query<{ id: string; tier: number }>(
    `select price.service_id as id, tier from subscription_prices price
     join subscription_products product on product.id = subscription_product_id`,
  );
  return new Map(rows.map(({ id, tier }) => [id, tier]));
}
