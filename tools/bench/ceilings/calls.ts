import { createHash, randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { firstCalls } from '#tools/bench/recordings.ts';

type Replies = Map<string, { headers: Record<string, string>; bytes: Buffer }>;
type Call = FastifyRequest<{
  Querystring: Record<string, string>;
  Params: Record<string, string>;
  Body: Record<string, string | number>;
}>;

const sha256 = (token: string) => createHash('sha256').update(token).digest();

/** Runs a prepared statement and returns its rows. */
export type Statements = <Row extends object>(
  name: string,
  text: string,
  values?: unknown[],
) => Promise<Row[]>;

/** Serves the calls of members (the session, then the statement) and sign-in. */
export function serveCalls(app: FastifyInstance, query: Statements, replies: Replies) {
  /** Adds a call that requires a session and passes the tenant of its header and the user. */
  const call = (
    method: 'GET' | 'POST' | 'PUT',
    url: string,
    work: (request: Call, reply: FastifyReply, ids: { tenant: unknown; user: string }) => unknown,
  ) =>
    app.route({
      method,
      url,
      handler: async (request: Call, reply) => {
        const token = request.headers.authorization?.slice(7) ?? '';
        const [session] = await query<{ user_id: string }>('session', sessionOf, [sha256(token)]);
        if (!session) return reply.code(401).send();
        const tenant = request.headers['x-tenant-key'];
        return work(request, reply, { tenant, user: session.user_id });
      },
    });
  const answer = (reply: FastifyReply, path: string) => {
    const { headers = {}, bytes } = replies.get(path) ?? {};
    return reply.headers(headers).send(bytes);
  };

  call('GET', '/list', async ({ query: { limit, cursor } }, _reply, { tenant }) =>
    cursor
      ? query('page', page, [tenant, limit, ...positionOf(cursor)])
      : query('list', list, [tenant, limit]),
  );
  call('GET', '/transactions/:id', async ({ params }, reply, { tenant }) => {
    const [row] = await query('transaction', transaction, [tenant, params['id']]);
    return row ?? reply.code(404).send();
  });
  call('GET', '/members', async (_request, _reply, { tenant }) => {
    const rows = await query<{ avatar: string }>('members', members, [tenant]);
    return rows.map(({ avatar, ...row }) => ({ ...row, user: { avatar } }));
  });
  call('GET', '/self', async (_request, reply, { user }) => {
    await Promise.all(Object.entries(self).map(([name, text]) => query(name, text, [user])));
    return answer(reply, firstCalls.self);
  });
  call('GET', '/subscription', async (_request, reply, { tenant }) => {
    await Promise.all([
      query('held', `${held} where held.tenant_id = $1`, [tenant]),
      query('customer', 'select customer_id from tenants where id = $1', [tenant]),
    ]);
    return answer(reply, firstCalls.subscription);
  });
  call('POST', '/transactions', async ({ body }, _reply, { tenant }) => {
    const [row] = await query('insert', insert, [tenant, ...valuesOf(body)]);
    return row;
  });
  call('PUT', '/transactions/:id', async ({ body, params }, reply, { tenant }) => {
    const [row] = await query('update', update, [tenant, params['id'], ...valuesOf(body)]);
    return row ?? reply.code(404).send();
  });
  serveSignIn(app, query);
}

/** Serves sign-in as the password hash and two statements, and the hash alone. */
function serveSignIn(app: FastifyInstance, query: Statements) {
  app.post('/login', async ({ body }: Call, reply) => {
    const [person] = await query<{ id: string; password_hash: string }>('account', account, [
      body['email'],
    ]);
    if (!person || !(await verify(person.password_hash, String(body['password'])))) {
      return reply.code(400).send();
    }
    const token = randomBytes(32).toString('base64url');
    await query('open session', openSession, [sha256(token), person.id]);
    return { token };
  });

  // Uses the package's default cost, as the product does. Computed on the first request.
  let known: Promise<string> | undefined;
  app.post('/hash', async ({ body }: Call) => {
    const password = String(body['password']);
    known ??= hash(password);
    return { matches: await verify(await known, password) };
  });
}

const sessionOf = `select user_id from sessions
  where token_hash = $1 and revoked_at is null and expires_at > now()`;
const account = 'select id, password_hash from users where lower(email) = $1';
const openSession = `insert into sessions (token_hash, user_id, expires_at)
  values ($1, $2, now() + interval '14 days')`;

// Columns in the order of the product's fields, so that rows are the response.
const fields = `description, quantity, price::float8 / 100 as price,
  (quantity * price)::float8 / 100 as amount, date::text as date, category, image, id,
  created_at as "createdAt"`;
const newest = 'order by transactions.date desc, id desc limit $2';
const list = `select ${fields} from transactions where tenant_id = $1 ${newest}`;
const page = `select ${fields} from transactions
  where tenant_id = $1 and (transactions.date, id) < ($3::date, $4::uuid) ${newest}`;
const transaction = `select ${fields} from transactions where tenant_id = $1 and id = $2`;
const insert = `insert into transactions (tenant_id, description, quantity, price, date, category)
  values ($1, $2, $3, $4, $5, $6) returning ${fields}`;
const update = `update transactions
  set description = $3, quantity = $4, price = $5, date = $6, category = $7
  where tenant_id = $1 and id = $2 returning ${fields}`;
const valuesOf = ({ description, quantity, price, date, category }: Call['body']) => [
  description,
  quantity,
  Math.round(Number(price) * 100),
  date,
  category,
];

/** Decodes the product's cursor: date and id of the last row. */
const positionOf = (cursor: string) =>
  JSON.parse(Buffer.from(cursor, 'base64url').toString()) as [string, string];

const theirs = '(select tenant_id from memberships where user_id = $1 and status = 2)';
const held = `select held.*, price.*, product.* from tenant_products held
  join subscription_prices price on price.id = held.subscription_price_id
  join subscription_products product on product.id = price.subscription_product_id`;
const self = {
  person: 'select * from users where id = $1',
  tenants: `select * from tenants where id in ${theirs} order by name`,
  'held of all': `${held} where held.tenant_id in ${theirs}`,
  counts: `select tenant_id, count(*) from memberships
    where status = 2 and tenant_id in ${theirs} group by tenant_id`,
  own: 'select * from memberships where user_id = $1',
};
const members = `
  select member.id, member.tenant_id as "tenantId", member.user_id as "userId", email,
    coalesce(member.first_name, users.first_name) as "firstName",
    coalesce(member.last_name, users.last_name) as "lastName",
    coalesce(member.phone, users.phone) as phone, role, status, joined, status = 2 as accepted,
    case status when 0 then '' else avatar end as avatar
  from memberships member join users on users.id = member.user_id
  where member.tenant_id = $1 order by role, member.id`;
