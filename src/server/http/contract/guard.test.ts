import { randomBytes, randomUUID } from 'node:crypto';
import fastify, { type FastifyError } from 'fastify';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import {
  anyone,
  inPerson,
  member,
  memberOrOperator,
  operator,
  Role,
  signedIn,
  UserType,
  type Access,
} from '#contract/access.ts';
import { Failure } from '#contract/errors.ts';
import { scopeTenant } from '#server/database/isolation/ids.ts';
import { db, sql, statement } from '#server/database/query.ts';
import { testDatabase } from '#server/database/test/database.ts';
import { rowFactories } from '#server/database/test/rows.ts';
import { createGuard, tokenHash, type GuardedReader } from './guard.ts';

/** Tests the guard in isolation, with one route for each kind of access (R-SEC-01). */
const database = await testDatabase();
const rows = rowFactories(
  async (question, ...values) => (await database.owner.query(question, values)).rows,
);

const controls: Record<string, Access> = {
  anyone,
  signedIn,
  inPerson,
  operator,
  memberOrOperator,
  member: member(),
  owner: member({ role: Role.Owner }),
  admin: member({ role: Role.Admin }),
  worker: member({ role: Role.Member }),
  tier2: member({ tier: 2 }),
  payer: member({ whenReadOnly: true }),
  cardHolder: member({ inPerson: true }),
  named: member({ of: 'tenantId' }),
};

const lines: string[] = [];
const app = fastify({ logger: { level: 'warn', stream: { write: (line) => lines.push(line) } } });
afterAll(() => app.close());
/** Names of the database's functions that the guard called. */
const asked: string[] = [];
const { admit, openReader } = createGuard({
  ...database,
  queryUnscoped: (query) => {
    asked.push('queryUnscoped');
    return database.queryUnscoped(query);
  },
  tenantReadAs: (...reading) => {
    asked.push('tenantReadAs');
    return database.tenantReadAs(...reading);
  },
});
const mine = statement(sql<{ id: string }>`select tenant_id as id from memberships`);
const ownMemberships = db
  .selectFrom('memberships')
  .select('tenant_id as id')
  .where('tenant_id', '=', scopeTenant);
app.route<{ Params: { endpoint: string } }>({
  method: ['GET', 'POST'],
  url: '/:endpoint/:tenantId?',
  handler: async (request) => {
    const { session, tenant, membership } = await admit(
      controls[request.params.endpoint] ?? anyone,
      request,
    );
    const seen = await tenant?.read(mine);
    const changed = await tenant?.write(mine);
    const written = await tenant?.run((tx) => tx.all(mine));
    return {
      user: session?.user ?? null,
      session,
      tenant: tenant?.id ?? null,
      membership,
      seen: seen?.map(({ id }) => id),
      written: written?.map(({ id }) => id),
      changed: changed?.map(({ id }) => id),
    };
  },
});
/** Calls that were counted as admitted. */
const counted: unknown[] = [];
app.get<{ Params: { endpoint: string; way: string } }>(
  '/:way/:endpoint/of/:tenantId?',
  async (request) => {
    const access = controls[request.params.endpoint];
    if (access?.who !== 'member') throw new Error('Only members read');
    const reader = openReader(access, request, ({ tenant }) => counted.push(tenant?.id));
    const read = async () => (await reader.read(ownMemberships)).map(({ id }) => id);
    if (request.params.way === 'authorizing') return { tenant: await tenantOf(reader) };
    const seen = await read();
    if (request.params.way === 'once') return { seen };
    // Authorization is remembered, and each read checks it again.
    return { hasId: 'id' in reader, seen, again: await read(), tenant: await tenantOf(reader) };
  },
);
const tenantOf = async (reader: GuardedReader) => (await reader.authorized()).tenant.id;
app.setErrorHandler((error: FastifyError, _request, reply) => {
  const known = error instanceof Failure;
  return reply
    .status(known ? error.status : 500)
    .send(known ? refusal(error) : { message: error.message });
});
const refusal = ({ code, params }: Failure) => ({ code, params });
const refused = (code: string, params: object = {}) => ({ code, params });

type Asking = { token?: string; key?: string; named?: string; method?: 'GET' | 'POST' };
const ask = async (endpoint: string, { token, key, named, method = 'GET' }: Asking = {}) => {
  const answer = await app.inject({
    method,
    url: named === undefined ? `/${endpoint}` : `/${endpoint}/${named}`,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(key !== undefined && { 'x-tenant-key': key }),
    },
  });
  return answer.json() as unknown;
};

const signIn = async (user_id: string, more: object = {}) => {
  const token = randomBytes(16).toString('hex');
  await rows.insert('sessions', {
    token_hash: tokenHash(token),
    user_id,
    expires_at: '2999-01-01',
    ends_at: '2999-01-01',
    ...more,
  });
  return token;
};

/** Creates an organization on a product of this tier, with an owner. */
const organization = async (tier = 1) => {
  const id = await rows.tenant();
  await rows.give(id, await rows.price(tier, 0));
  await rows.member(id);
  return id;
};
/** Creates a signed-in member with this role in an organization. */
const insider = async (key: string, role: Role = Role.Guest, more: object = {}) => {
  const user_id = await rows.person();
  await rows.member(key, { user_id, role, ...more });
  return { user: user_id, key, token: await signIn(user_id) };
};

const home = await organization();
const homeMember = await insider(home);
const admin = await rows.person({ type: UserType.Admin });
const asOperator = await signIn(admin);
const acted = await signIn(homeMember.user, { impersonator_id: admin });

describe('A call without a live session', () => {
  const closed = Object.keys(controls).filter((endpoint) => endpoint !== 'anyone');

  test.each(closed)('is refused where a session is required (%s)', async (endpoint) => {
    const named = randomUUID();
    for (const token of [undefined, '', 'a-dead-one', `${homeMember.token} `, 'two words']) {
      expect(
        await ask(endpoint, { ...(token !== undefined && { token }), key: 'x', named }),
      ).toEqual(refused('unauthorized'));
    }
  });

  // Titles don't contain the header: tokens and ids differ in each run.
  test.each<[string, (token: string) => string]>([
    ['with a prefix', (token) => `x Bearer ${token}`],
    ['with a suffix', (token) => `Bearer ${token} x`],
    ['of another scheme', (token) => `Basic ${token}`],
    ['without a scheme', (token) => token],
    ['too long', () => `Bearer ${'x'.repeat(201)}`],
  ])('includes a malformed Authorization header: %s', async (_how, write) => {
    const headers = { authorization: write(homeMember.token) };
    const answer = await app.inject({ url: '/signedIn', headers });
    expect([answer.statusCode, answer.json()]).toEqual([401, refused('unauthorized')]);
  });

  test('is admitted without an identity where access is public', async () => {
    const anonymous = { user: null, session: null, tenant: null, membership: null };
    expect(await ask('anyone')).toEqual(anonymous);
    expect(await ask('anyone', { token: 'a-dead-one' })).toEqual(anonymous);
  });
});

describe('A signed-in caller', () => {
  test('is identified on every kind of call', async () => {
    const { user, token } = homeMember;
    const session = { id: expect.any(String), token, user, userType: 1, impersonator: null };
    const expected = { user, session, tenant: null, membership: null };
    for (const endpoint of ['anyone', 'signedIn', 'inPerson']) {
      expect(await ask(endpoint, { token })).toEqual(expected);
    }
    const answer = await app.inject({
      url: '/signedIn',
      headers: { authorization: `bearer ${token}` },
    });
    expect(answer.json()).toEqual(expected);
  });

  test('is not an operator unless the type of the account says so (R-SEC-07)', async () => {
    expect(await ask('operator', homeMember)).toEqual(refused('access.operator'));
    expect(await ask('operator', { token: asOperator })).toMatchObject({
      user: admin,
      session: { userType: 0 },
      tenant: null,
    });
  });

  test('is refused endpoints that require the user in person while impersonated (R-SEC-08)', async () => {
    const asking = { token: acted, key: home };
    const both = { user: homeMember.user, session: { impersonator: admin } };
    for (const endpoint of ['anyone', 'signedIn', 'member']) {
      expect(await ask(endpoint, asking)).toMatchObject(both);
    }
    for (const endpoint of ['inPerson', 'cardHolder']) {
      expect(await ask(endpoint, asking)).toEqual(refused('access.impersonating'));
      expect(await ask(endpoint, homeMember)).toMatchObject({ user: homeMember.user });
    }
  });
});

describe('A member', () => {
  test('is admitted by the tenant key, and row-level security hides other tenants (R-SEC-02, R-SEC-03)', async () => {
    const { user, token, key } = homeMember;
    const answer = await ask('member', { token, key });
    expect(answer).toMatchObject({
      user,
      tenant: key,
      membership: { role: Role.Guest, tier: 1, readOnly: false },
    });
    const { seen, written, changed } = answer as Record<string, string[]>;
    const own = new Set([home]);
    expect([new Set(seen), new Set(written), new Set(changed)]).toEqual([own, own, own]);
  });

  test.each<[string, (key: string) => string | undefined]>([
    ['without a key', () => undefined],
    ['with an empty key', () => ''],
    ['with a prefix', (key) => `x${key}`],
    ['with a suffix', (key) => `${key}x`],
  ])('is refused %s', async (_how, write) => {
    const { token } = homeMember;
    const key = write(home);
    expect(await ask('member', { token, ...(key !== undefined && { key }) })).toEqual(
      refused('tenant.keyMissing'),
    );
  });

  test('may name the tenant in the path too, which must match the header', async () => {
    const { token, key } = homeMember;
    const other = await organization();
    const inside = expect.objectContaining({ tenant: key });
    expect(await ask('named', { token, named: key })).toEqual(inside);
    expect(await ask('named', { token, named: key, key: key.toUpperCase() })).toEqual(inside);
    expect(await ask('named', { token, named: key, key: other })).toEqual(
      refused('tenant.keyMismatch'),
    );
    expect(await ask('named', { token, named: key, key: 'x' })).toEqual(
      refused('tenant.keyMissing'),
    );
    for (const named of ['x', `x${key}`, `${key}x`, '', other]) {
      expect(await ask('named', { token, named })).toEqual(refused('notFound'));
    }
  });

  test.each([
    ['invited', 0],
    ['asking', 1],
    ['inactive', 3],
  ])('with the status %s is not admitted (R-SEC-06)', async (_what, status) => {
    const { token, key } = await insider(home, Role.Owner, { status });
    expect(await ask('member', { token, key })).toEqual(refused('notFound'));
  });

  test('of another organization, or the operator, is not admitted and gets 404 (R-SEC-07)', async () => {
    const key = await organization();
    for (const token of [homeMember.token, asOperator]) {
      expect(await ask('member', { token, key })).toEqual(refused('notFound'));
    }
  });

  test.each([
    ['owner', Role.Owner, 'tenant.onlyOwner'],
    ['admin', Role.Admin, 'tenant.onlyAdmin'],
    ['worker', Role.Member, 'tenant.onlyMember'],
  ] as const)(
    'needs the role of the call (%s), or a more powerful one (R-SEC-04)',
    async (endpoint, least, code) => {
      for (const role of Object.values(Role)) {
        const answer = await ask(endpoint, await insider(home, role));
        const inside = expect.objectContaining({ membership: { role, tier: 1, readOnly: false } });
        expect(answer).toEqual(role <= least ? inside : refused(code));
      }
    },
  );

  test('needs the tier of the call, or a higher one (R-SEC-05)', async () => {
    for (const tier of [2, 3]) {
      const inside = { tenant: expect.any(String), membership: { tier } };
      expect(await ask('tier2', await insider(await organization(tier)))).toMatchObject(inside);
    }
    expect(await ask('tier2', homeMember)).toEqual(refused('access.tier', { tier: 2 }));
  });

  test('can only read while the organization is read-only, except for calls that pay (R-SUB-09)', async () => {
    const key = await organization(1);
    const insiders = await insider(key);
    const write = { ...insiders, method: 'POST' } as const;
    expect(await ask('member', write)).toMatchObject({ tenant: key });
    await database.owner.query(
      `update tenant_products set status = 'past_due', grace_ends = now() where tenant_id = $1`,
      [key],
    );
    const inside = { tenant: key, membership: { readOnly: true } };
    expect(await ask('member', insiders)).toMatchObject(inside);
    expect(await ask('payer', write)).toMatchObject(inside);
    expect(await ask('member', write)).toEqual(refused('billing.readOnly'));
  });
});

describe('Calls for members or the operator', () => {
  test('admit the operator as operator, whatever the tenant key, even if also a member', async () => {
    const { key } = await insider(home);
    await rows.member(home, { user_id: admin, role: Role.Guest });
    for (const asked of [{}, { key }, { key: 'x' }, { key: await organization() }]) {
      expect(await ask('memberOrOperator', { token: asOperator, ...asked })).toMatchObject({
        user: admin,
        tenant: null,
        membership: null,
      });
    }
    expect(await ask('member', { token: asOperator, key: home })).toMatchObject({ tenant: home });
  });

  test('admit a member by membership, and answer 404 to a stranger', async () => {
    const { token, key } = homeMember;
    expect(await ask('memberOrOperator', { token, key })).toMatchObject({ tenant: key });
    const stranger = { token, key: await organization() };
    expect(await ask('memberOrOperator', stranger)).toEqual(refused('notFound'));
  });
});

describe('The reader of a GET call', () => {
  const readAs = async (
    way: 'reading' | 'authorizing' | 'once',
    endpoint: string,
    asking: Asking,
  ) => {
    counted.length = 0;
    asked.length = 0;
    return ask(`${way}/${endpoint}/of`, { named: home, ...asking });
  };

  test('returns rows of the tenant and counts the call once', async () => {
    const answer = await readAs('reading', 'member', homeMember);
    const rowsOfHome = { seen: expect.arrayContaining([home]), again: expect.anything() };
    expect(answer).toMatchObject({ ...rowsOfHome, tenant: home });
    expect(new Set((answer as { seen: string[] }).seen)).toEqual(new Set([home]));
    expect(counted).toEqual([home]);
  });

  test('authorizes in the transaction that reads, by no other query', async () => {
    expect(await readAs('once', 'member', homeMember)).toEqual({
      seen: expect.arrayContaining([home]),
    });
    expect([asked, counted]).toEqual([['tenantReadAs'], [home]]);
  });

  test('authorizes a token that was refused before it reads', async () => {
    const member = await insider(home);
    const foreign = await organization();
    expect(await readAs('once', 'member', { ...member, key: foreign })).toEqual(
      refused('notFound'),
    );
    expect(asked).toEqual(['tenantReadAs']);
    expect(await readAs('once', 'member', { ...member, key: foreign })).toEqual(
      refused('notFound'),
    );
    expect(asked).toEqual(['queryUnscoped']);
  });

  test('extends a session whose use is due', async () => {
    const { token } = await insider(home);
    const expiry = async () => {
      const { rows: found } = await database.owner.query<{ expires_at: Date }>(
        'select expires_at from sessions where token_hash = $1',
        [tokenHash(token)],
      );
      return found[0]?.expires_at;
    };
    const soon = new Date(Date.now() + 60_000);
    await database.owner.query('update sessions set expires_at = $2 where token_hash = $1', [
      tokenHash(token),
      soon,
    ]);
    await readAs('once', 'member', { token, key: home });
    expect((await expiry())?.getTime()).toBeGreaterThan(soon.getTime());
  });

  test('is for calls of members alone', async () => {
    const answer = await readAs('reading', 'memberOrOperator', { token: asOperator, key: home });
    expect(answer).toEqual({ message: 'Only calls for members alone have a reader' });
  });

  test('offers no tenant id before authorization', async () => {
    expect(await readAs('reading', 'member', homeMember)).toMatchObject({ hasId: false });
    expect(await readAs('authorizing', 'member', homeMember)).toEqual({ tenant: home });
    expect(counted).toEqual([home]);
  });

  test.each(['reading', 'authorizing'] as const)(
    'refuses like every other call, and counts nothing (%s)',
    async (way) => {
      const { token } = homeMember;
      const foreign = await organization();
      const refusals: [string, Asking, unknown][] = [
        ['member', {}, refused('unauthorized')],
        ['member', { key: home }, refused('unauthorized')],
        ['member', { token: 'a-dead-one', key: home }, refused('unauthorized')],
        ['member', { token }, refused('tenant.keyMissing')],
        ['member', { token, key: 'x' }, refused('tenant.keyMissing')],
        ['member', { token, key: foreign }, refused('notFound')],
        ['named', { token, named: 'x' }, refused('notFound')],
        ['named', { token, key: foreign }, refused('tenant.keyMismatch')],
        ['owner', { token, key: home }, refused('tenant.onlyOwner')],
        ['worker', { token, key: home }, refused('tenant.onlyMember')],
        ['tier2', { token, key: home }, refused('access.tier', { tier: 2 })],
        ['cardHolder', { token: acted, key: home }, refused('access.impersonating')],
      ];
      for (const [endpoint, asking, refusal] of refusals) {
        expect(await readAs(way, endpoint, asking)).toEqual(refusal);
        expect(counted).toEqual([]);
      }
      // A refused token is authorized before it reads again.
      expect(await readAs(way, 'member', homeMember)).toMatchObject({ tenant: home });
    },
  );
});

describe('A refusal', () => {
  beforeEach(() => {
    lines.length = 0;
  });

  test('for lack of permission is logged (R-REL-07)', async () => {
    const { user, token } = await insider(home);
    await ask('operator', { token });
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
      expect.objectContaining({ user, code: 'errors.access.operator' }),
    ]);
  });
});
