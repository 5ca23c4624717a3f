import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { hasNoOrganization } from '#server/identity/accounts/service/account.ts';
import { db } from '#server/platform/database/query.ts';
import { testRows } from '#server/platform/database/test/rows.ts';

/** Tests memberships and ownership as the database enforces them (R-ORG-08, R-SEC-06, R-ACC-26). */
const rows = await testRows();
const { ask, answer, insert, attempt, elsewhere, isLocked, lockWaits, person, member } = rows;
const { actAs, openAccount } = rows;

/** Creates an organization without a limit of seats. */
const tenant = async () => {
  const id = await rows.tenant();
  await rows.give(id, await rows.price(1, 0));
  return id;
};

const admin = 1;
const [invited, asking, active, inactive] = [0, 1, 2, 3];
const [creator, guest] = [0, 1];
const noOwner = 'tenant.cannotBeWithoutOwner';

const all = async (set: string) => {
  const rows = await ask<{ id: string }>(`select ${set} as id order by 1`);
  return rows.map(({ id }) => id);
};

describe('The organizations of a person', () => {
  const remove = (owned: string[]) => attempt('select app.delete_own_account($1)', owned);

  test('are those in which they are an active member', async () => {
    const [user_id, mine] = [await person(), await tenant()];
    await member(mine, { user_id });
    await member(mine);
    for (const status of [invited, asking, inactive]) {
      const other = await tenant();
      await member(other);
      await member(other, { user_id, status });
    }
    await actAs(user_id);
    expect(await all('app.my_tenants()')).toEqual([mine]);
  });

  test('are deleted with the account if no other owner is active (R-ACC-26)', async () => {
    const [user_id, alone, shared, administered, deserted] = [
      await person(),
      await tenant(),
      await tenant(),
      await tenant(),
      await tenant(),
    ];
    for (const id of [alone, shared, deserted]) await member(id, { user_id });
    await member(shared);
    await member(administered);
    await member(administered, { user_id, role: admin });
    await member(alone, { role: admin });
    await member(deserted, { status: inactive });
    const left = await tenant();
    await member(left, { user_id, status: inactive });
    await actAs(user_id);
    for (const wrong of [[alone], [deserted], [alone, deserted, shared], [alone, deserted, left]]) {
      expect(await remove(wrong)).toBe('ownership changed meanwhile');
    }
    expect(await remove([deserted, alone])).toBe('done');
  });

  test('are deleted with the account if the request names exactly the solely owned ones (R-ACC-26)', async () => {
    const [user_id, alone, shared, others] = [
      await person(),
      await tenant(),
      await tenant(),
      await tenant(),
    ];
    for (const id of [alone, shared]) await member(id, { user_id });
    for (const id of [shared, others]) await member(id);
    await actAs(user_id);
    for (const wrong of [[], [shared], [alone, shared], [others], [alone, others]]) {
      expect(await remove(wrong)).toBe('ownership changed meanwhile');
    }
    expect(await remove([alone])).toBe('done');
    const left = await ask<{ id: string }>('select id from tenants where id = any ($1)', [
      alone,
      shared,
      others,
    ]);
    expect(left.map(({ id }) => id).toSorted()).toEqual([shared, others].toSorted());
    expect(await ask('select from users where id = $1', user_id)).toEqual([]);
    expect(await ask('select from memberships where tenant_id = $1', others)).toHaveLength(1);
  });

  test('are locked during the deletion, and others are not', async () => {
    const [user_id, mine, other] = [await person(), await tenant(), await tenant()];
    await member(mine, { user_id });
    await member(mine);
    await member(other);
    await ask('commit');
    await ask('begin');
    await actAs(user_id);
    await answer('app.delete_own_account($1)', []);
    expect([await isLocked('tenants', mine), await isLocked('tenants', other)]).toEqual([
      true,
      false,
    ]);
  });
});

describe('An organization keeps an owner (R-ORG-08)', () => {
  const change = (id: string, to: string) =>
    attempt(`update memberships set ${to} where id = $1`, id);

  test.each(['role = 1', 'role = 3', 'status = 3', 'status = 0'])(
    'when the last owner changes (%s)',
    async (to) => {
      const id = await tenant();
      const last = await member(id);
      // Owners who are not active, owners of other organizations and admins don't count.
      await member(await tenant());
      await member(id, { status: asking });
      await member(id, { role: admin });
      expect(await change(last, to)).toBe(noOwner);
      expect(await attempt('delete from memberships where id = $1', last)).toBe(noOwner);
      await member(id);
      expect(await change(last, to)).toBe('done');
    },
  );

  test('unless it is deleted itself', async () => {
    const id = await tenant();
    await member(id);
    expect(await attempt('delete from tenants where id = $1', id)).toBe('done');
  });

  test('but needs none while its creator has not confirmed yet', async () => {
    const id = await tenant();
    const waiting = await member(id, { status: invited, joined: creator });
    const other = await member(id, { role: admin, status: active });
    expect(await change(other, 'role = 2')).toBe('done');
    expect(await change(waiting, 'role = 1')).toBe('done');
    expect(await attempt('delete from memberships where id = $1', waiting)).toBe('done');
  });

  test("under a lock of the organization, and other organizations don't wait", async () => {
    const [one, other] = [await tenant(), await tenant()];
    await member(one);
    const second = await member(one);
    await ask('commit');
    await ask('begin');
    expect(await change(second, 'role = 1')).toBe('done');
    expect([await isLocked('tenants', one), await isLocked('tenants', other)]).toEqual([
      true,
      false,
    ]);
  });
});

describe('A join link', () => {
  test('resolves to its organization while it is active', async () => {
    const [one, other, off] = [await tenant(), await tenant(), await tenant()];
    await insert('join_links', { tenant_id: one, token: 'one', active: true });
    await insert('join_links', { tenant_id: other, token: 'other', active: true });
    await insert('join_links', { tenant_id: off, token: 'off', active: false });
    const leads = (link: string) => answer(`app.find_tenant('link', $1)`, link);
    expect([await leads('one'), await leads('off'), await leads('none')]).toEqual([
      one,
      null,
      null,
    ]);
  });
});

describe('A person who registers', () => {
  const isNowhere = async () => {
    const { sql: question, parameters } = db
      .selectNoFrom(hasNoOrganization.as('nowhere'))
      .compile();
    return (await ask<{ nowhere: boolean }>(question, ...parameters))[0]?.nowhere;
  };

  test.each([
    ['active', active, guest, false],
    ['active in an organization they created', active, creator, false],
    ['invited', invited, guest, true],
    ['invited to an organization they created', invited, creator, false],
    ['requesting access', asking, guest, true],
    ['requesting access to an organization they created', asking, creator, true],
    ['inactive', inactive, guest, true],
    ['inactive in an organization they created', inactive, creator, true],
  ])(
    'belongs to no organization depending on their membership: %s',
    async (_what, status, joined, nowhere) => {
      const [user_id, another] = [await person(), await tenant()];
      await member(another);
      await member(another, { user_id, status, joined });
      await openAccount(user_id);
      expect(await isNowhere()).toBe(nowhere);
      const newcomer = await person();
      await openAccount(newcomer);
      expect(await isNowhere()).toBe(true);
    },
  );

  type Member = { status: number; first_name: string | null };
  const stateOf = async (id: string) =>
    (await ask<Member>('select status, first_name from memberships where id = $1', id))[0];

  test('activates only the pending memberships of organizations they created', async () => {
    const [user_id, own, foreign] = [await person(), await tenant(), await tenant()];
    const names = { first_name: 'Eva', last_name: 'Reis', phone: '1' };
    const waiting = await member(own, { user_id, status: invited, joined: creator, ...names });
    const invitation = await member(foreign, { user_id, status: invited, joined: guest });
    const first = await member(await tenant(), { user_id, status: inactive, joined: creator });
    const other = await member(own, { status: invited, joined: creator, first_name: 'Rui' });
    const another = await person({ first_name: 'Ana' });
    await openAccount(user_id);
    await answer('app.claim_registered($1)', user_id);
    expect(await stateOf(waiting)).toEqual({ status: active, first_name: null });
    expect(await stateOf(invitation)).toMatchObject({ status: invited });
    expect(await stateOf(first)).toMatchObject({ status: inactive });
    expect(await stateOf(other)).toEqual({ status: invited, first_name: 'Rui' });
    const shown = 'select first_name, last_name, phone, default_tenant_id from users where id = $1';
    expect(await ask(shown, user_id)).toEqual([{ ...names, default_tenant_id: own }]);
    expect(await ask(shown, another)).toMatchObject([{ first_name: 'Ana', phone: '' }]);
  });

  test('keeps the profile they entered', async () => {
    const said = { first_name: 'Ana', last_name: 'Souza', phone: '2' };
    const [user_id, own] = [await person(said), await tenant()];
    const names = { first_name: 'Eva', last_name: 'Reis', phone: '1' };
    await member(own, { user_id, status: invited, joined: creator, ...names });
    await openAccount(user_id);
    await answer('app.claim_registered($1)', user_id);
    expect(
      await ask('select first_name, last_name, phone from users where id = $1', user_id),
    ).toEqual([said]);
  });

  test('activates memberships once, even concurrently', async () => {
    const [user_id, own] = [await person(), await tenant()];
    const waiting = await member(own, { user_id, status: invited, joined: creator });
    const other = await member(own);
    await ask('commit');
    await ask('begin');
    await openAccount(user_id);
    await answer('app.claim_registered($1)', user_id);
    expect([
      await isLocked('memberships', waiting, own),
      await isLocked('memberships', other, own),
    ]).toEqual([true, false]);
    const again = elsewhere(
      `select set_config('app.account_id', $1::text, true), app.claim_registered($1::uuid)`,
      user_id,
    );
    await expect.poll(lockWaits).toBe(1);
    await ask('update memberships set status = $2 where id = $1', waiting, inactive);
    await ask('commit');
    await ask('begin');
    await again;
    expect(await stateOf(waiting)).toMatchObject({ status: inactive });
  });
});

describe('The check of connections to the hub (R-RTM-03)', () => {
  const session = (user_id: string, more: object = {}) =>
    insert('sessions', {
      token_hash: randomBytes(32),
      user_id,
      expires_at: '2999-01-01',
      ...more,
    });
  const stillThere = (session: string, tenant: string) =>
    ask('select lives, role from app.connection_states($1, $2)', [session], [tenant]);
  const [lives, gone] = [
    { lives: true, role: guest },
    { lives: false, role: null },
  ];

  test('ends a session that is revoked, expired, or of a deactivated user', async () => {
    const [user_id, id] = [await person(), await tenant()];
    await member(id, { user_id, role: guest });
    const off = await person({ active: false });
    await member(id, { user_id: off });
    const now = await answer('now()::text');
    expect(await stillThere(await session(user_id), id)).toEqual([lives]);
    for (const dead of [
      await session(user_id, { revoked_at: now }),
      await session(user_id, { expires_at: now }),
      await session(user_id, { revoked_at: now, expires_at: now }),
      await session(off),
    ]) {
      expect(await stillThere(dead, id)).toEqual([gone]);
    }
  });

  test.each([
    ['invited', invited],
    ['requesting access', asking],
    ['inactive', inactive],
  ])('excludes a member who is %s', async (_what, status) => {
    const [user_id, id] = [await person(), await tenant()];
    await member(id);
    await member(id, { user_id, status });
    await member(await tenant(), { user_id });
    const expected = [{ lives: true, role: null }];
    expect(await stillThere(await session(user_id), id)).toEqual(expected);
  });
});
