import { describe, expect, test } from 'vitest';
import {
  offerProduct,
  registerWithPlan,
  testCards,
} from '#server/billing/subscriptions/test/fixtures.ts';
import { signInOperator, testApplication } from '#server/test/application.ts';

const product = await testApplication();
const { api: operator } = await signInOperator(product);
const { overview } = operator;
const paid = await offerProduct(product, { price: 10, tier: 2 });
const euro = await offerProduct(product, { price: 8, tier: 2, currency: 'eur' });
const tried = await offerProduct(product, { price: 20, tier: 2, trialDays: 14 });

const withCard = { subscriptionCardToken: testCards.good };
const payer = await registerWithPlan(product, paid, withCard);
const european = await registerWithPlan(product, euro, withCard);
const trial = await registerWithPlan(product, tried, withCard);
const nameOf = async ({ api }: typeof payer) => (await api.tenants.getCurrent()).name;
const name = await nameOf(payer);
const today = new Date();
const day = (later: number) =>
  new Date(today.getTime() + later * 86_400_000).toISOString().slice(0, 10);
const tenantsOf = ({ items }: { items: { tenant: { id: string } }[] }) =>
  items.map(({ tenant }) => tenant.id);

describe('the lists behind the figures (R-LST-09)', () => {
  test('subscriptions are filtered by statuses, currency, organization and day', async () => {
    const of = async (query: Parameters<typeof overview.getSubscriptions>[0]) =>
      tenantsOf(await overview.getSubscriptions(query)).toSorted();
    const ids = (...members: { tenant: string }[]) =>
      members.map(({ tenant }) => tenant).toSorted();
    expect(await of({ query: { status: 'trialing' } })).toEqual(ids(trial));
    expect(await of({ query: { status: 'unknown' } })).toEqual([]);
    expect(await of({ query: { status: ['trialing', 'active'] } })).toEqual(
      ids(payer, european, trial),
    );
    expect(await of({ query: { currency: 'eur' } })).toEqual(ids(european));
    expect(await of({ query: { search: name } })).toEqual(ids(payer));
    expect(await of({ query: { createdAtTo: day(-2) } })).toEqual([]);
    const ascending = await overview.getSubscriptions({ query: { descending: 'false' } });
    expect(tenantsOf(ascending)).toEqual([payer.tenant, european.tenant, trial.tenant]);
  });

  test('movements are filtered by kinds, currency, organization and days', async () => {
    const of = async (query: Parameters<typeof overview.getMovements>[0]) =>
      tenantsOf(await overview.getMovements(query));
    expect(await of({ query: { kind: ['churn', 'contraction'] } })).toEqual([]);
    expect(await of({ query: { kind: ['new', 'churn'], currency: 'eur' } })).toEqual([
      european.tenant,
    ]);
    expect(await of({ query: { search: name } })).toEqual([payer.tenant]);
    expect(await of({ query: { atFrom: day(-1), atTo: day(1), descending: 'false' } })).toEqual([
      payer.tenant,
      european.tenant,
    ]);
    expect(await of({ query: { atTo: day(-2) } })).toEqual([]);
    expect(await of({ query: { month: day(0).slice(0, 7) } })).toHaveLength(2);
    await expect(of({ query: { atFrom: 'today' } })).rejects.toMatchObject({ code: 'validation' });
  });

  test('trials are filtered by payment and organization', async () => {
    await trial.api.subscriptions.cancel({ body: {} });
    const of = async (query: Parameters<typeof overview.getTrials>[0]) =>
      tenantsOf(await overview.getTrials(query));
    expect(await of({ query: { paid: 'no' } })).toEqual([trial.tenant]);
    expect(await of({ query: { paid: 'yes' } })).toEqual([]);
    expect(await of({ query: { paid: ['yes', 'no'], search: name } })).toEqual([]);
    expect(await of({ query: { currency: 'eur' } })).toEqual([]);
  });

  test('retained revenue is sorted by both amounts, page by page', async () => {
    await product.open.owner.query(
      `insert into revenue_movements (tenant_id, subscription_price_id, currency, at, before, after)
       select tenant_id, subscription_price_id, currency, now() - interval '2 years', 0, after
       from revenue_movements`,
    );
    const pages = async (sort: 'before' | 'now', descending: 'true' | 'false') => {
      const query = { sort, descending, limit: 1 } as const;
      const first = await overview.getRetention({ query });
      const rest = await overview.getRetention({ query: { ...query, cursor: first.next ?? '' } });
      return [...tenantsOf(first), ...tenantsOf(rest)];
    };
    expect(await pages('before', 'true')).toEqual([payer.tenant, european.tenant]);
    expect(await pages('now', 'false')).toEqual([european.tenant, payer.tenant]);
    const { items } = await overview.getRetention({ query: { search: name } });
    expect(tenantsOf({ items })).toEqual([payer.tenant]);
  });

  test('failed invoices are filtered by payment and currency', async () => {
    await product.open.owner.query(
      `insert into failed_invoices (tenant_id, service_id, currency, amount, failed_at, paid_at)
       values ($1, 'in_list_1', 'usd', 1000, now(), now()),
              ($2, 'in_list_2', 'eur', 800, now() - interval '1 hour', null)`,
      [payer.tenant, european.tenant],
    );
    const of = async (query: Parameters<typeof overview.getFailedInvoices>[0]) =>
      tenantsOf(await overview.getFailedInvoices(query));
    expect(await of({})).toEqual([payer.tenant, european.tenant]);
    expect(await of({ query: { descending: 'false' } })).toEqual([european.tenant, payer.tenant]);
    expect(await of({ query: { paid: 'no' } })).toEqual([european.tenant]);
    expect(await of({ query: { currency: ['usd'] } })).toEqual([payer.tenant]);
    expect(await of({ query: { search: name, paid: 'no' } })).toEqual([]);
  });

  test('are refused to members of organizations', async () => {
    await expect(payer.api.overview.getMovements()).rejects.toMatchObject({
      code: 'access.operator',
    });
  });
});
