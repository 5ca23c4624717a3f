import { randomBytes } from 'node:crypto';
import fastify, { type FastifyError } from 'fastify';
import { afterAll } from 'vitest';
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
import { createGuard, tokenHash, type GuardedReader } from '#server/http/contract/guard.ts';

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

export type Asking = { token?: string; key?: string; named?: string; method?: 'GET' | 'POST' };
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

/** The guard in isolation, with one route for each kind of access, and callers of them. */
export const isolatedGuard = {
  database,
  rows,
  controls,
  lines,
  asked,
  app,
  counted,
  ask,
  refused,
  signIn,
  organization,
  insider,
  home,
  homeMember,
  admin,
  asOperator,
  acted,
};
