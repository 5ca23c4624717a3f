import { describe, expect, test } from 'vitest';
import { testRows } from '#server/platform/database/test/rows.ts';

/** Tests what products grant to an organization (R-SEC-05, R-SUB-01, R-SUB-09, R-MEM-04). */
const rows = await testRows();
const { ask, answer, insert, attempt, tenant, member, price: plan, isLocked } = rows;

/** Product of an organization; moments are intervals from now, by the clock of the provider. */
type Holding = {
  status?: string;
  grace?: string;
  end?: string;
  granted?: boolean;
  canceled?: string;
};
const moment = (apart?: string) =>
  apart === undefined ? null : answer('(app.billing_now() + $1::interval)::text', apart);
// A minute: on Citus `now()` of a node is a little later than that of the coordinator.
const [past, present, future] = ['-1 microsecond', '0', '1 minute'];
const give = async (id: string, price: string, holding: Holding = {}) => {
  const { status = 'active', granted = false, grace, end, canceled } = holding;
  return rows.give(id, price, {
    status,
    granted,
    grace_ends: await moment(grace),
    end_date: await moment(end),
    canceled_at: await moment(canceled),
  });
};
const activeOf = (id: string) =>
  ask('select tier, max_users, overdue from app.active_product($1)', id);

describe('A product', () => {
  const due = 'past_due';
  test.each<[string, Holding, overdue: boolean]>([
    ['is paid', {}, false],
    ['is in its trial', { status: 'trialing' }, false],
    ['was overdue and is paid', { grace: past }, false],
    ['is overdue within its grace period', { status: due, grace: future }, false],
    ['is overdue and reaches the end of its grace period', { status: due, grace: present }, true],
    ['is overdue after its grace period', { status: due, grace: past }, true],
    ['is overdue with an unlimited grace period', { status: due }, false],
    ['ends in the future', { end: future }, false],
  ])('that %s is active', async (_how, holding, overdue) => {
    const id = await tenant();
    await give(id, await plan(2, 7), holding);
    // Products of other organizations don't count.
    await give(await tenant(), await plan(3, 9));
    expect(await activeOf(id)).toEqual([{ tier: 2, max_users: 7, overdue }]);
  });

  test.each<[string, Holding]>([
    ['is canceled', { status: 'canceled' }],
    ['is canceled before its end date', { status: 'canceled', end: future }],
    ['ends', { end: present }],
    ['has ended', { end: past }],
  ])('that %s is not active', async (_how, holding) => {
    const id = await tenant();
    await give(id, await plan(2, 7), holding);
    await give(await tenant(), await plan(3, 9), { end: future });
    expect(await activeOf(id)).toEqual([]);
  });

  const overdue = { status: due, grace: present };
  test.each<[string, Holding]>([
    ['is paid', {}],
    ['was overdue once', { grace: past }],
    ['is within its grace period', { status: due, grace: future }],
    ['has an unlimited grace period', { status: due }],
  ])('that %s takes precedence over an overdue one of the same tier', async (_how, holding) => {
    const [one, two, small, large] = [
      await tenant(),
      await tenant(),
      await plan(2, 5),
      await plan(2, 8),
    ];
    await give(one, small, overdue);
    await give(one, large, holding);
    await give(two, large, holding);
    await give(two, small, overdue);
    const expected = [{ tier: 2, max_users: 8, overdue: false }];
    expect([await activeOf(one), await activeOf(two)]).toEqual([expected, expected]);
  });

  test('of the highest tier is the active one, overdue or not (R-SUB-01)', async () => {
    const id = await tenant();
    await give(id, await plan(1, 1));
    await give(id, await plan(3, 9), overdue);
    await give(id, await plan(2, 3));
    expect(await activeOf(id)).toEqual([{ tier: 3, max_users: 9, overdue: true }]);
  });
});

describe('The free plan (R-SUB-09)', () => {
  /** Creates an organization with members of these statuses, by default three active ones. */
  const crowd = async (statuses = [2, 2, 2]) => {
    const id = await tenant();
    await give(id, await plan(1, 0));
    for (const status of statuses) await member(id, { status });
    await ask('delete from tenant_products where tenant_id = $1', id);
    return id;
  };

  test.each<[string, number[], max: number, overdue: boolean]>([
    ['more active members than', [2, 2, 2], 2, true],
    ['more than the one member that', [2, 2], 1, true],
    ['as many active members as', [2, 2, 2], 3, false],
    ['as many members, besides an open invitation, as', [2, 0, 2], 2, false],
    ['as many members as, without inactive ones and requests,', [2, 1, 3], 1, false],
    ['members, and no limit of what', [2, 2], 0, false],
  ])('with %s it includes', async (_what, statuses, max, overdue) => {
    const id = await crowd(statuses);
    await crowd();
    await give(id, await plan(1, max));
    expect(await activeOf(id)).toEqual([{ tier: 1, max_users: max, overdue }]);
  });

  test.each([
    ['has a price', 'update subscription_prices set price = 1 where id = $1'],
    [
      'is invoiced',
      `update tenant_products set service_id = 'sub_1' where subscription_price_id = $1`,
    ],
  ])('is another one that %s, whatever the number of members', async (_how, change) => {
    const [id, one] = [await crowd(), await plan(1, 2)];
    await give(id, one);
    await ask(change, one);
    expect(await activeOf(id)).toEqual([{ tier: 1, max_users: 2, overdue: false }]);
  });
});

describe('The entitlement', () => {
  const entitlement = (id: string) => ask('select * from app.entitlement($1)', id);
  const overdue = { status: 'past_due', grace: past };

  test.each<[string, Holding | null, object]>([
    ['nothing', null, { tier: 0, read_only: false }],
    ['a product', {}, { tier: 2, read_only: false }],
    ['an overdue one', overdue, { tier: 2, read_only: true }],
  ])('with %s', async (_what, holding, granted) => {
    const id = await tenant();
    if (holding) await give(id, await plan(2, 3), holding);
    await give(await tenant(), await plan(3, 9));
    expect(await entitlement(id)).toEqual([granted]);
  });

  test('of the operator organization is everything, whatever its product', async () => {
    const id = await tenant({ subdomain: 'admin' });
    const everything = [{ tier: 2_147_483_647, read_only: false }];
    expect(await entitlement(id)).toEqual(everything);
    await give(id, await plan(2, 3), overdue);
    expect([await entitlement(id), await answer('app.seat_limit($1)', id)]).toEqual([
      everything,
      0,
    ]);
  });
});

describe('Seats (R-MEM-04, R-MEM-05)', () => {
  type PendingOperation = { state?: string; maxUsers: number | null };
  const addOperation = (for_tenant: string, { state, maxUsers }: PendingOperation) =>
    insert('billing_operations', {
      kind: 'change_plan',
      subject: for_tenant,
      for_tenant,
      state: state ?? 'open',
      max_users: maxUsers,
    });

  test.each<[string, number | null, PendingOperation | null, number]>([
    ['without a product', null, null, 1],
    ['without a product, while one is requested', null, { maxUsers: 5 }, 1],
    ['with a product', 3, null, 3],
    ['with a product without limit', 0, null, 0],
    ['while a smaller product is requested', 3, { maxUsers: 1 }, 1],
    [
      'while the payment of a smaller product waits for authentication',
      3,
      { state: 'authenticating', maxUsers: 2 },
      2,
    ],
    ['after a requested change was undone', 3, { state: 'undone', maxUsers: 2 }, 3],
    ['after a requested change was done', 3, { state: 'done', maxUsers: 2 }, 3],
    ['while a larger product is requested', 3, { maxUsers: 5 }, 3],
    ['while a product without limit is requested', 3, { maxUsers: 0 }, 3],
    ['with a product without limit, while a limited one is requested', 0, { maxUsers: 2 }, 2],
    ['while another kind of operation is open', 3, { maxUsers: null }, 3],
  ])('are counted %s', async (_when, maxUsers, operation, seats) => {
    const id = await tenant();
    if (maxUsers !== null) await give(id, await plan(2, maxUsers));
    if (operation) await addOperation(id, operation);
    const other = await tenant();
    await give(other, await plan(3, 2));
    await addOperation(other, { maxUsers: 1 });
    expect(await answer('app.seat_limit($1)', id)).toBe(seats);
  });

  test.each<[string, Holding, number]>([
    ['of a plan that does not end', {}, 10],
    ['of the free plan, once the larger one is canceled', { end: future, canceled: past }, 1],
    ['of a plan that is granted until a day', { end: future, granted: true }, 10],
    [
      'of the free plan, once a granted one is canceled',
      { end: future, granted: true, canceled: past },
      1,
    ],
  ])('are those %s', async (_which, holding, seats) => {
    const id = await tenant();
    await give(id, await plan(1, 1));
    await give(id, await plan(2, 10), holding);
    expect(await answer('app.seat_limit($1)', id)).toBe(seats);
  });

  test('are those of the plan again when the requested change ends', async () => {
    const id = await tenant();
    await give(id, await plan(2, 3));
    const operation = await addOperation(id, { maxUsers: null });
    const seatsAfter = async (change: string) => {
      await ask(`update billing_operations set ${change} where id = $1`, operation);
      return answer('app.seat_limit($1)', id);
    };
    expect(await seatsAfter('max_users = 2')).toBe(2);
    expect(await seatsAfter(`state = 'authenticating'`)).toBe(2);
    expect(await seatsAfter(`state = 'done'`)).toBe(3);
  });

  const [invited, asking, active, inactive] = [0, 1, 2, 3];
  const full = 'tenant.maxNumberOfUsers';
  const enter = async (tenant_id: string, status: number) =>
    attempt(
      `with person as (insert into users (email) values (gen_random_uuid()) returning id)
       insert into memberships (tenant_id, user_id, role, status, joined)
       select $1, id, 3, $2, 1 from person`,
      tenant_id,
      status,
    );

  test.each([
    ['is invited', invited],
    ['joins', active],
  ])('are refused to a person who %s once all are taken', async (_how, status) => {
    const id = await tenant();
    await give(id, await plan(2, 3));
    for (const taken of [active, invited]) await member(id, { status: taken });
    // Requests, inactive members and members of other organizations take no seat.
    for (const free of [asking, inactive]) await member(id, { status: free });
    for (const taken of [active, invited]) await member(await tenant(), { status: taken });
    expect([await enter(id, status), await enter(id, status)]).toEqual(['done', full]);
    for (const free of [asking, inactive]) expect(await enter(id, free)).toBe('done');
  });

  test('are limited to one without a product', async () => {
    const id = await tenant();
    expect([await enter(id, active), await enter(id, active)]).toEqual(['done', full]);
  });

  test('are unlimited with a product without limit', async () => {
    const id = await tenant();
    await give(id, await plan(2, 0));
    for (let n = 0; n < 3; n += 1) expect(await enter(id, active)).toBe('done');
  });

  test('are not taken while the organization is read-only', async () => {
    const id = await tenant();
    await give(id, await plan(2, 0), { status: 'past_due', grace: past });
    expect(await enter(id, active)).toBe('billing.readOnly');
    expect(await enter(id, asking)).toBe('done');
  });

  const become = (member: string, status: number) =>
    attempt('update memberships set status = $2 where id = $1', member, status);

  test.each([
    ['asked', asking],
    ['was inactive', inactive],
  ])(
    'are taken by a person who %s as soon as they become invited or active',
    async (_what, outside) => {
      const id = await tenant();
      await member(id);
      const person = await member(id, { status: outside });
      for (const inside of [invited, active]) expect(await become(person, inside)).toBe(full);
      for (const free of [asking, inactive]) expect(await become(person, free)).toBe('done');
    },
  );

  test('are not taken a second time by a member who has one', async () => {
    const id = await tenant();
    await give(id, await plan(2, 2));
    await member(id);
    const person = await member(id, { status: invited });
    await ask(`update tenant_products set status = 'canceled' where tenant_id = $1`, id);
    for (const status of [active, invited]) expect(await become(person, status)).toBe('done');
  });

  test("are taken under a lock of the organization, and other organizations don't wait", async () => {
    const [one, other] = [await tenant(), await tenant()];
    await ask('commit');
    await ask('begin');
    await member(one);
    expect([await isLocked('tenants', one), await isLocked('tenants', other)]).toEqual([
      true,
      false,
    ]);
  });
});
