import { expect, test } from 'vitest';
import { BillingPeriod, monthlyAmount, type MovementKind } from '#contract/periods.ts';
import {
  sandboxRecordsOf,
  testCards,
  sandboxControlsOf,
  offerProduct,
  registerWithPlan,
} from '#server/billing/subscriptions/test/fixtures.ts';
import { signInOperator, testApplication, type TestMember } from '#server/test/application.ts';

const product = await testApplication();
const sandboxControls = sandboxControlsOf(product);
const { api: operator } = await signInOperator(product);
const withCard = { subscriptionCardToken: testCards.good };

const basic = await offerProduct(product, { price: 10, tier: 2 });
const large = await offerProduct(product, { price: 30, tier: 3 });
const yearly = await offerProduct(product, { price: 100, tier: 2, period: BillingPeriod.Yearly });
const tried = await offerProduct(product, { price: 20, tier: 2, trialDays: 14 });
const euro = await offerProduct(product, { price: 8.5, tier: 2, currency: 'eur' });
const once = await offerProduct(product, { price: 49, tier: 1, period: BillingPeriod.Once });

const change = ({ api }: TestMember, price: string) =>
  api.subscriptions.update({ body: { subscriptionPriceId: price } });
const cancel = ({ api }: TestMember, atPeriodEnd = false) =>
  api.subscriptions.cancel({ body: { atPeriodEnd } });
const pay = ({ api }: TestMember, token: string) =>
  api.subscriptions.updateCardToken({ params: { token } });

const people = new Map<string, TestMember>();
const who = (name: string) => {
  const person = people.get(name);
  if (!person) throw new Error(`${name} is not registered`);
  return person;
};
const joins = async (name: string, price: string, given: Record<string, unknown> = withCard) => {
  people.set(name, await registerWithPlan(product, price, given));
};

type Line = Partial<Record<MovementKind, number>>;
type Month = {
  action: () => Promise<unknown>;
  usd?: Line;
  eur?: Line;
  /** Set if every monthly subscriber paid exactly one full period in this month. */
  isQuiet?: true;
};
/** Returns the yearly revenue of a monthly price in minor units. */
const monthly = (amount: number) => 12 * amount;

/** Actions of each month with the expected ledger. */
const year: Month[] = [
  { action: () => joins('Ana', basic), usd: { new: monthly(1_000) }, isQuiet: true },
  // A trial with a card: becomes paid when it ends two weeks later.
  {
    action: () => joins('Bia', tried, {}).then(() => pay(who('Bia'), testCards.good)),
    usd: { new: monthly(2_000) },
    isQuiet: true,
  },
  { action: () => change(who('Ana'), large), usd: { expansion: monthly(2_000) } },
  { action: () => joins('Davi', euro), eur: { new: monthly(850) }, isQuiet: true },
  // A trial without a card never counts as revenue or as overdue: it ends.
  {
    action: () => joins('Caio', tried, {}).then(() => sandboxControls.advance(14 + 1 / 48)),
    isQuiet: true,
  },
  { action: () => change(who('Ana'), basic), usd: { contraction: -monthly(2_000) } },
  { action: () => joins('Eva', basic), usd: { new: monthly(1_000) }, isQuiet: true },
  // This card fails at the renewal in the next month.
  {
    action: () => pay(who('Eva'), testCards.failsLater).then(() => joins('Edu', yearly)),
    usd: { new: 10_000 },
    isQuiet: true,
  },
  { action: () => cancel(who('Bia')), usd: { churn: -monthly(2_000) - monthly(1_000) } },
  { action: () => pay(who('Eva'), testCards.other), usd: { new: monthly(1_000) } },
  // Canceled now, it ends with the paid period; a one-time purchase never recurs.
  { action: () => cancel(who('Davi'), true).then(() => change(who('Ana'), once)), isQuiet: true },
  {
    action: () => change(who('Ana'), yearly),
    usd: { contraction: 10_000 - monthly(1_000) },
    eur: { churn: -monthly(850) },
  },
];
/** Returns the yearly revenue of yearly subscriptions in a month of the year. */
const paidYearly = (index: number) => (index >= 7 ? 10_000 : 0);

const begin = new Date((await sandboxRecordsOf(product)).now * 1_000);
const moment = (index: number, day: number) =>
  Date.UTC(begin.getUTCFullYear(), begin.getUTCMonth() + 1 + index, day, 12) / 1_000;
const monthName = (index: number) => new Date(moment(index, 1) * 1_000).toISOString().slice(0, 7);

/** Moves the provider's clock to a Unix time in seconds. */
const until = async (seconds: number) => {
  const { now } = await sandboxRecordsOf(product);
  await sandboxControls.advance((seconds - now) / 86_400);
};

const trials: number[] = [];
const overdue: number[] = [];
for (const [index, { action }] of year.entries()) {
  // One day later each month, so that subscriptions of the previous month have just been renewed.
  await until(moment(index, 6 + index));
  await action();
  const { revenue } = await operator.overview.get();
  const inDollars = revenue.find(({ currency }) => currency === 'usd');
  trials.push(inDollars?.trials ?? 0);
  overdue.push(inDollars?.overdue ?? 0);
  await until(moment(index, 28));
}
const seen = await operator.overview.get();
const seenIn = (currency: 'usd' | 'eur') =>
  seen.revenue.find((one) => one.currency === currency) ?? expect.fail(`Nothing in ${currency}`);

/** Returns the expected ledger in the shape of the reply. */
const ledgerOf = (currency: 'usd' | 'eur') => {
  let end = 0;
  return year.map((month, index) => {
    const line = { new: 0, expansion: 0, contraction: 0, churn: 0, ...month[currency] };
    end += line.new + line.expansion + line.contraction + line.churn;
    return { month: monthName(index), ...line, end };
  });
};

test.each(['usd', 'eur'] as const)(
  'a year of trials, upgrades, failures and cancellations in %s equals the expected ledger (R-OPR-06)',
  (currency) => {
    const { months, paid } = seenIn(currency);
    expect(months).toEqual(ledgerOf(currency));
    expect(paid).toBe(months.at(-1)?.end);
  },
);

test('shows running trials and overdue revenue separately', () => {
  expect(trials).toEqual(year.map((_, index) => (index === 1 ? monthly(2_000) : 0)));
  expect(overdue).toEqual(year.map((_, index) => (index === 8 ? monthly(1_000) : 0)));
  expect(seenIn('usd')).toMatchObject({ trials: 0, overdue: 0 });
  expect(seen.subscriptions).toEqual({ active: 3, trialing: 0, pastDue: 0 });
});

test('the monthly revenue equals the paid invoices in months without changes', async () => {
  const { invoices } = await sandboxRecordsOf(product);
  const paid = invoices as unknown as Paid[];
  const found = (['usd', 'eur'] as const).flatMap((currency) =>
    ledgerOf(currency)
      .filter((_, index) => year[index]?.isQuiet)
      .map(({ month, end }) => {
        const index = year.findIndex((_, index) => monthName(index) === month);
        const byMonth = end - (currency === 'usd' ? paidYearly(index) : 0);
        return {
          month,
          currency,
          mrr: monthlyAmount(byMonth),
          paid: paidIn(paid, month, currency),
        };
      }),
  );
  expect(found.map(({ mrr }) => mrr)).toEqual(found.map((one) => one.paid));
  expect(found.filter((one) => one.paid > 0)).toHaveLength(12);
});

type Paid = {
  status: string;
  billing_reason: string;
  total: number;
  currency: string;
  created: number;
};

/** Sums the invoices of full periods paid in a month, without the yearly one. */
const paidIn = (invoices: Paid[], month: string, currency: string) =>
  invoices
    .filter((one) => one.status === 'paid' && one.currency === currency && one.total !== 10_000)
    .filter(({ billing_reason: reason }) => /^subscription_(create|cycle)$/.test(reason))
    .filter(({ created }) => new Date(created * 1_000).toISOString().startsWith(month))
    .reduce((sum, { total }) => sum + total, 0);

test('every figure is the sum of the rows behind it (R-OPR-06)', async () => {
  const active = await operator.overview.getSubscriptions({ query: { status: 'active' } });
  expect(active.items).toHaveLength(seen.subscriptions.active);
  const sum = active.items.reduce((total, { yearly }) => total + yearly, 0);
  expect(sum).toBe(seenIn('usd').paid);
  for (const { month, churn } of seenIn('usd').months) {
    const query = { month, kind: 'churn', currency: 'usd' } as const;
    const { items } = await operator.overview.getMovements({ query });
    expect(items.reduce((total, { before, after }) => total + after - before, 0)).toBe(churn);
  }
});

test('the revenue of the organizations adds up to the ledger (R-OPR-02)', async () => {
  const { items } = await operator.tenants.getAllOfAll({ query: { limit: 1_000 } });
  const revenue = items.flatMap((tenant) => tenant.revenue);
  for (const currency of ['usd', 'eur'] as const) {
    const some = revenue.filter((one) => one.currency === currency);
    expect(some.reduce((total, { yearly }) => total + yearly, 0)).toBe(seenIn(currency).paid);
  }
  const edu = items.find(({ id }) => id === who('Edu').tenant);
  expect(edu?.revenue).toEqual([{ currency: 'usd', yearly: 10_000 }]);
  expect(items.find(({ id }) => id === who('Bia').tenant)?.revenue).toEqual([]);
});

const figuresOf = async (months: 3 | 6 | 12, currency: 'usd' | 'eur') =>
  (await operator.overview.getPeriod({ query: { months } })).find(
    (figures) => figures.currency === currency,
  ) ?? expect.fail(`Nothing in ${currency}`);

test('trials of the year and recovered payments are counted in their period (R-OPR-09)', async () => {
  expect((await figuresOf(12, 'usd')).trials).toEqual({ ended: 2, converted: 1 });
  expect((await figuresOf(6, 'usd')).trials).toEqual({ ended: 0, converted: 0 });
  const { items: ended } = await operator.overview.getTrials();
  expect(ended.map(({ tenant, paidAt }) => [tenant.id, paidAt !== null])).toEqual([
    [who('Caio').tenant, false],
    [who('Bia').tenant, true],
  ]);
  // Two renewals of Eva failed; her new card paid both.
  expect((await figuresOf(6, 'usd')).invoices).toEqual({ failed: 2, recovered: 2 });
  expect((await figuresOf(3, 'usd')).invoices).toEqual({ failed: 1, recovered: 1 });
  expect((await figuresOf(12, 'eur')).invoices).toEqual({ failed: 0, recovered: 0 });
  const { items: failed } = await operator.overview.getFailedInvoices();
  expect(failed.map(({ tenant, amount }) => [tenant.id, amount])).toEqual([
    [who('Eva').tenant, 1_000],
    [who('Eva').tenant, 1_000],
  ]);
});

test.each([3, 6, 12] as const)(
  'net revenue retention over %i months equals the ledger and its rows (R-OPR-09)',
  async (months) => {
    const { items: tenants } = await operator.tenants.getAllOfAll({ query: { limit: 1_000 } });
    for (const currency of ['usd', 'eur'] as const) {
      const { before, now } = (await figuresOf(months, currency)).retention;
      expect(before).toBe(ledgerOf(currency)[year.length - months - 1]?.end ?? 0);
      const query = { months, currency };
      const { items } = await operator.overview.getRetention({ query });
      expect(items.reduce((sum, row) => sum + row.before, 0)).toBe(before);
      expect(items.reduce((sum, row) => sum + row.now, 0)).toBe(now);
      for (const row of items) {
        const { revenue = [] } = tenants.find(({ id }) => id === row.tenant.id) ?? {};
        expect(row.now).toBe(revenue.find((one) => one.currency === currency)?.yearly ?? 0);
      }
    }
  },
);

test('net revenue retention leaves out new customers and counts lost ones (R-OPR-09)', async () => {
  // Ana and Edu pay; Bia left before. Eva, who pays again, did not pay when the period began.
  const before = monthly(1_000) + 10_000;
  expect((await figuresOf(3, 'usd')).retention).toEqual({ before, now: 20_000 });
  expect((await figuresOf(3, 'eur')).retention).toEqual({ before: monthly(850), now: 0 });
});

test('lists movements newest first in pages without gaps or repetition', async () => {
  const all = await operator.overview.getMovements();
  const first = await operator.overview.getMovements({ query: { limit: 5 } });
  const cursor = first.next ?? '';
  const rest = await operator.overview.getMovements({ query: { limit: 100, cursor } });
  expect([...first.items, ...rest.items]).toEqual(all.items);
  const moments = all.items.map(({ at }) => at);
  expect(moments).toEqual(moments.toSorted().toReversed());
});

test('records churn of a deleted organization and keeps its entries', async () => {
  const edu = who('Edu');
  await edu.api.tenants.remove({ params: { id: edu.tenant } });
  const { items } = await operator.overview.getMovements({ query: { limit: 1 } });
  expect(items).toMatchObject([
    { kind: 'churn', before: 10_000, after: 0, tenant: { id: edu.tenant, name: null } },
  ]);
});

test('the database rejects updates and deletions in the ledger', async () => {
  for (const change of [
    'update revenue_movements set after = 1',
    'delete from revenue_movements',
  ]) {
    await expect(product.open.owner.query(change)).rejects.toThrow('only added to');
  }
});
