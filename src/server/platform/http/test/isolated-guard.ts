import { randomBytes } from 'node:crypto';
import fastify, { type FastifyError, type FastifyInstance } from 'fastify';
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
import { errorStatus } from '#contract/error-codes.ts';
import { Failure } from '#contract/errors.ts';
import { scopeTenant } from '#server/platform/database/isolation/ids.ts';
import { db, sql } from '#server/platform/database/query.ts';
import { testDatabase } from '#server/platform/database/test/database.ts';
import { rowFactories } from '#server/platform/database/test/rows.ts';
import {
  createGuard,
  tokenHash,
  type Guard,
  type GuardedReader,
} from '#server/platform/http/contract/guard.ts';
import { decorateSite } from '#server/platform/http/hosts/serve-hosts.ts';

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
  whenSuspended: member({ whenSuspended: true }),
  cardHolder: member({ inPerson: true }),
  named: member({ of: 'tenantId' }),
};

const mine = sql<{ id: string }>`select tenant_id as id from memberships`;
const ownMemberships = db
  .selectFrom('memberships')
  .select('tenant_id as id')
  .where('tenant_id', '=', scopeTenant);

const refusal = ({ code, params }: Failure) => ({ code, params });
const refused = (code: string, params: object = {}) => ({ code, params });

/** Adds a route for every kind of access, which returns what the guard established. */
const addCalls = (app: FastifyInstance, { admit }: Guard) =>
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

const tenantOf = async (reader: GuardedReader) => (await reader.authorized()).tenant.id;

/** Adds the routes of readers; `counted` receives the tenants of the admitted calls. */
const addReaders = (app: FastifyInstance, { openReader }: Guard, counted: unknown[]) =>
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

export type Asking = { token?: string; key?: string; named?: string; method?: 'GET' | 'POST' };

/** Returns the functions that create organizations, members and sessions. */
const accountsOf = (rows: ReturnType<typeof rowFactories>) => {
  const signIn = async (user_id: string, more: object = {}) => {
    const token = randomBytes(16).toString('hex');
    const lasting = { expires_at: '2999-01-01', ends_at: '2999-01-01' };
    await rows.insert('sessions', { token_hash: tokenHash(token), user_id, ...lasting, ...more });
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
  return { signIn, organization, insider };
};

/** Serves the guard's routes; `asked` receives the names of the database functions that it calls. */
const serveGuard = (database: Awaited<ReturnType<typeof testDatabase>>) => {
  const [asked, counted, lines]: [string[], unknown[], string[]] = [[], [], []];
  const guard = createGuard({
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
  const logger = { level: 'warn', stream: { write: (line: string) => void lines.push(line) } };
  const app: FastifyInstance = fastify({ logger });
  afterAll(() => app.close());
  app.setErrorHandler((error: FastifyError, _request, reply) => {
    const known = error instanceof Failure;
    return reply
      .status(known ? errorStatus[error.code] : 500)
      .send(known ? refusal(error) : { message: error.message });
  });
  decorateSite(app);
  addCalls(app, guard);
  addReaders(app, guard, counted);
  return { app, asked, counted, lines };
};

/**
 * Opens the guard in isolation, with one route for each kind of access and callers of them, until the
 * tests of the calling file are over.
 */
export const openIsolatedGuard = async () => {
  const database = await testDatabase();
  const served = serveGuard(database);
  const ask = async (endpoint: string, { token, key, named, method = 'GET' }: Asking = {}) => {
    const answer = await served.app.inject({
      method,
      url: named === undefined ? `/${endpoint}` : `/${endpoint}/${named}`,
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(key !== undefined && { 'x-tenant-key': key }),
      },
    });
    return answer.json() as unknown;
  };
  const rows = rowFactories(
    async (question, ...values) => (await database.owner.query(question, values)).rows,
  );
  const accounts = accountsOf(rows);
  const home = await accounts.organization();
  const homeMember = await accounts.insider(home);
  const admin = await rows.person({ type: UserType.Admin, operator_role: 'administrator' });
  const asOperator = await accounts.signIn(admin);
  const acted = await accounts.signIn(homeMember.user, { impersonator_id: admin });
  const people = { home, homeMember, admin, asOperator, acted };
  return { database, rows, controls, ask, refused, ...served, ...accounts, ...people };
};
