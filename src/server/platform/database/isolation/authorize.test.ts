import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { testRows } from '#server/platform/database/test/rows.ts';

/**
 * Tests the queries of the guard: the user of a session and their membership in the requested tenant
 * (R-SEC-01, R-SEC-06).
 */
const { ask, answer, insert, tenant, person, member, price, give } = await testRows();

const moment = (apart: string) => answer('(now() + $1::interval)::text', apart);
const session = async (user_id: string, more: Record<string, unknown> = {}) => {
  const token_hash = randomBytes(32);
  const [expires_at, ends_at] = [await moment('1 hour'), await moment('8 hours')];
  await insert('sessions', { token_hash, user_id, expires_at, ends_at, ...more });
  return token_hash;
};
const authorize = (hash: Buffer, of: string | null = null) =>
  ask(
    `select user_id, user_type, impersonator_id, role, tier, read_only
     from app.authorize($1, $2, false)`,
    hash,
    of,
  );
const operatorAccount = (more: Record<string, unknown> = {}) =>
  person({ type: 0, operator_role: 'administrator', ...more });
const nothing = { role: null, tier: null, read_only: null };

describe('A session', () => {
  test('returns its user and the impersonator', async () => {
    const [user_id, operator] = [await person(), await operatorAccount()];
    await session(await person());
    const expectedSession = { user_id, user_type: 1, impersonator_id: null, ...nothing };
    expect(await authorize(await session(user_id))).toEqual([expectedSession]);
    const acted = await session(user_id, { impersonator_id: operator });
    expect(await authorize(acted)).toEqual([{ ...expectedSession, impersonator_id: operator }]);
    expect(await authorize(await session(operator))).toEqual([
      { ...expectedSession, user_id: operator, user_type: 0 },
    ]);
  });

  test('is rejected when revoked, expired, unknown, or of a deactivated user', async () => {
    const user_id = await person();
    const now = await moment('0');
    for (const dead of [
      await session(user_id, { revoked_at: now }),
      await session(user_id, { expires_at: now }),
      await session(await person({ active: false })),
      randomBytes(32),
    ]) {
      expect(await authorize(dead)).toEqual([]);
    }
    const last = await session(user_id, { expires_at: await moment('1 microsecond') });
    expect(await authorize(last)).toHaveLength(1);
  });

  test.each([
    ['is kept within its first tenth', '1620 s', '8 h', '1620 s'],
    ['starts again after its first tenth', '1619.999999 s', '8 h', '1800 s'],
    ['starts again in its last microsecond', '0.000001 s', '8 h', '1800 s'],
    ['is limited by the maximum lifetime', '10 s', '500 s', '500 s'],
    ['is kept shortly before the maximum lifetime', '30 s', '60 s', '30 s'],
  ])('when used, has an idle time that %s', async (_what, expires, ends, then) => {
    const used = await session(await person(), {
      idle_seconds: 1800,
      expires_at: await moment(expires),
      ends_at: await moment(ends),
    });
    const other = await session(await person(), { expires_at: await moment('1 s') });
    await authorize(used);
    const left = (hash: Buffer) =>
      ask('select (expires_at - now())::text as left from sessions where token_hash = $1', hash);
    const expected = await ask('select $1::interval::text as left', then);
    expect([await left(used), await left(other)]).toEqual([expected, [{ left: '00:00:01' }]]);
  });
});

describe('Authorization in the tenant of the request', () => {
  const running = async () => {
    const id = await tenant();
    await give(id, await price(2, 0));
    return id;
  };

  test('returns the role of an active member and the entitlement of the tenant', async () => {
    const [user_id, id, other] = [await person(), await running(), await running()];
    await member(id, { user_id, role: 1 });
    await member(id, { role: 0 });
    await member(other, { user_id, role: 3 });
    const hash = await session(user_id);
    expect(await authorize(hash, id)).toMatchObject([{ role: 1, tier: 2, read_only: false }]);
    expect(await authorize(hash)).toMatchObject([nothing]);
    const overdue = `status = 'past_due', grace_ends = now()`;
    await ask(`update tenant_products set ${overdue} where tenant_id = $1`, id);
    expect(await authorize(hash, id)).toMatchObject([{ role: 1, tier: 2, read_only: true }]);
  });

  test.each([
    ['invited', 0],
    ['asking', 1],
    ['inactive', 3],
  ])('returns no role for a member who is %s (R-SEC-06)', async (_what, status) => {
    const [user_id, id] = [await person(), await running()];
    await member(id);
    await member(id, { user_id, status });
    await member(await running(), { user_id });
    expect(await authorize(await session(user_id), id)).toMatchObject([nothing]);
  });

  test('grants tier 0 without a product and the highest tier in the operator organization', async () => {
    const user_id = await person();
    const [without, operators] = [await tenant(), await tenant({ subdomain: 'admin' })];
    await give(operators, await price(1, 0), { status: 'past_due', grace_ends: await moment('0') });
    for (const id of [without, operators]) await member(id, { user_id });
    const hash = await session(user_id);
    expect(await authorize(hash, without)).toMatchObject([{ tier: 0, read_only: false }]);
    expect(await authorize(hash, operators)).toMatchObject([
      { tier: 2_147_483_647, read_only: false },
    ]);
  });
});

describe('Entering a tenant to read (decision 32)', () => {
  const enter = 'select * from app.authorize($1, $2::uuid, true)';
  const scope = () => answer(`coalesce(app.tenant_id()::text, '')`);
  /** Creates a Guest in an organization of tier 2, with a session. */
  const guest = async (more: Record<string, unknown> = {}) => {
    const [user_id, id] = [await person(), await tenant()];
    await give(id, await price(2, 0));
    await member(id);
    await member(id, { user_id, role: 3 });
    return { id, hash: await session(user_id, more) };
  };

  test('opens the scope of an active member until the transaction ends', async () => {
    const { hash, id } = await guest();
    const [found] = await ask('select * from app.authorize($1, $2, false)', hash, id);
    expect(await ask(enter, hash, id)).toEqual([{ ...found, is_due: false }]);
    expect(await scope()).toBe(id);
    await ask('commit');
    await ask('begin');
    expect(await scope()).toBe('');
  });

  test('opens no scope for others, and does not fail', async () => {
    const [{ hash }, { id }] = [await guest(), await guest()];
    expect(await ask(enter, hash, id)).toMatchObject([nothing]);
    expect(await ask(enter, randomBytes(32), id)).toEqual([]);
    const ended = await guest({ revoked_at: await moment('0') });
    expect(await ask(enter, ended.hash, ended.id)).toEqual([]);
    expect(await scope()).toBe('');
  });

  test.each([0, 1, 3])('opens no scope for a member of status %i (R-SEC-06)', async (status) => {
    const { id } = await guest();
    const user_id = await person();
    await member(id, { user_id, status });
    expect(await ask(enter, await session(user_id), id)).toMatchObject([nothing]);
    expect(await scope()).toBe('');
  });

  test('reports a session whose use is due, and does not extend it', async () => {
    const times = { idle_seconds: 1800, expires_at: await moment('1700 s') };
    const fresh = await guest(times);
    expect(await ask(enter, fresh.hash, fresh.id)).toMatchObject([{ is_due: false }]);
    const due = await guest({ ...times, expires_at: await moment('10 s') });
    expect(await ask(enter, due.hash, due.id)).toMatchObject([{ is_due: true }]);
    expect(await ask(enter, due.hash, due.id)).toMatchObject([{ is_due: true }]);
  });
});
