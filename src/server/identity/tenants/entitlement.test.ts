import { expect, test } from 'vitest';
import { entitlementOf, seatLimitOf } from '#contract/admission/entitlement.ts';
import { createTestUser } from '#server/identity/members/test/organizations.ts';
import { rowFactories } from '#server/platform/database/test/rows.ts';
import { sharedApplication, signInOperator } from '#server/test/application.ts';

/** Checks that what the browser derives is what the database decides. */
const product = await sharedApplication();
const { open, callerOf } = product;
const { tenant, member, price, give } = rowFactories(
  async <Row extends object>(text: string, ...values: unknown[]) =>
    (await open.owner.query<Row>(text, values)).rows,
);

const day = 86_400_000;
const [past, future] = [-1, 1].map((days) => new Date(Date.now() + days * day));

type Holding = { seats?: number; tier?: number; service_id?: string } & Record<string, unknown>;

/** Creates an organization with these products; returns its tier and seats, and those that its members receive. */
async function decisionsAbout(...holdings: Holding[]) {
  const [id, person] = [await tenant(), await createTestUser(product)];
  await member(id, { user_id: person.id });
  for (const { tier = 2, seats = 7, service_id, ...holding } of holdings) {
    const service = service_id ? { service_id: `${service_id}_${id}` } : {};
    await give(id, await price(tier, seats), { ...holding, ...service });
  }
  const api = callerOf({ ...person.headers, 'x-tenant-key': id });
  const ask = async () => {
    const { rows } = await open.owner.query<{ tier: number; seats: number }>(
      `select tier, app.seat_limit($1) as seats from app.entitlement($1)`,
      [id],
    );
    return rows[0];
  };
  return { id, ask, told: entitlementOf(await api.tenants.getCurrent()) };
}

const service_id = 'sub';
const canceled = { service_id, end_date: future, canceled_at: past };
const overdue = { service_id, status: 'past_due', grace_ends: past };

test.each<[string, ...Holding[]]>([
  ['no plan'],
  ['the free plan', {}],
  ['a paid plan', { service_id }],
  ['a plan without limit', { service_id, seats: 0 }],
  ['a trial', { service_id, status: 'trialing', trial_ends: future }],
  ['a plan that is granted until a day', { service_id, granted: true, end_date: future }],
  ['an overdue plan', { ...overdue, grace_ends: future }],
  ['a plan that is overdue for too long', overdue],
  ['a paused plan', { service_id, status: 'paused' }],
  ['a plan that has ended', { end_date: past }],
  ['a canceled plan without another one', { end_date: future, canceled_at: past }],
  ['a paid plan beside the free one', { tier: 1, seats: 1 }, { service_id }],
  ['a granted one beside it', { tier: 1, seats: 1 }, { granted: true, end_date: future }],
  ['a canceled plan beside the free one', { tier: 1, seats: 1 }, canceled],
  ['a canceled plan without limit', { tier: 1, seats: 2 }, { ...canceled, seats: 0 }],
  ['a canceled plan beside a larger purchase', { tier: 1, seats: 9 }, canceled],
  ['a canceled plan beside an unlimited purchase', { tier: 1, seats: 0 }, canceled],
  ['a canceled grant', { tier: 1, seats: 1 }, { ...canceled, granted: true }],
  ['an overdue plan of higher tier', { seats: 9 }, { ...overdue, tier: 3, seats: 4 }],
  ['an overdue plan beside a purchase of its tier', { ...overdue, seats: 9 }, { seats: 4 }],
])(
  'a member of an organization with %s receives its tier and seats (R-SEC-05, R-MEM-04)',
  async (_what, ...holdings) => {
    const { told, ask } = await decisionsAbout(...holdings);
    expect({ tier: told.tier, seats: seatLimitOf(told) }).toEqual(await ask());
  },
);

test('a suspended organization receives its plan, which gives no access until then', async () => {
  const { id, told, ask } = await decisionsAbout({});
  const suspend = `update tenants set suspended_at = now(), suspension_reason = 'Test' where id = $1`;
  await open.owner.query(suspend, [id]);
  expect([told.tier, (await ask())?.tier]).toEqual([2, -1]);
});

test('the operator’s own organization has everything (R-ORG-10)', async () => {
  const { api, tenant: id } = await signInOperator(product);
  const { rows } = await open.owner.query<{ tier: number; seats: number }>(
    'select tier, app.seat_limit($1) as seats from app.entitlement($1)',
    [id],
  );
  const { tier, maxUsers } = entitlementOf(await api.tenants.getCurrent());
  expect(tier).toBe(Infinity);
  expect(rows).toEqual([{ tier: 2 ** 31 - 1, seats: maxUsers }]);
});
