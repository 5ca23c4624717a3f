import type { FastifyInstance } from 'fastify';
import { userOf, type Store } from './store.ts';
import type { Recorded } from './told.ts';
import { present, type Stored } from './transactions.ts';

/** Serves the reads of members: the session, then the rows. */
export function serveReads(app: FastifyInstance, ask: Store, recorded: Recorded) {
  app.get<{ Querystring: { limit: string; cursor?: string } }>('/list', async (request, reply) => {
    if (!(await userOf(ask, request))) return reply.code(401).send();
    const { limit, cursor } = request.query;
    const tenant = request.headers['x-tenant-key'];
    const rows = cursor
      ? await ask<Stored>('page', page, [tenant, limit, ...positionOf(cursor)])
      : await ask<Stored>('list', list, [tenant, limit]);
    return rows.map(present);
  });

  app.get<{ Params: { id: string } }>('/transactions/:id', async (request, reply) => {
    if (!(await userOf(ask, request))) return reply.code(401).send();
    const values = [request.headers['x-tenant-key'], request.params.id];
    const [row] = await ask<Stored>('transaction', transaction, values);
    return row ? present(row) : reply.code(404).send();
  });

  app.get('/members', async (request, reply) => {
    if (!(await userOf(ask, request))) return reply.code(401).send();
    const rows = await ask<Member>('members', members, [request.headers['x-tenant-key']]);
    return rows.map(presentMember);
  });

  const sendRecorded = (path: string) => {
    const { headers = {}, body = '' } = recorded[path] ?? {};
    return { headers, bytes: Buffer.from(body, 'base64') };
  };

  const self = sendRecorded('/api/User/GetCurrent');
  app.get('/self', async (request, reply) => {
    const user = await userOf(ask, request);
    if (!user) return reply.code(401).send();
    await Promise.all([
      ask('person', 'select * from users where id = $1', [user]),
      ask('tenants', `select * from tenants where id in ${theirs} order by name`, [user]),
      ask('held of all', `${held} where held.tenant_id in ${theirs}`, [user]),
      ask('counts', `${counts} and tenant_id in ${theirs} group by tenant_id`, [user]),
      ask('own', 'select * from memberships where user_id = $1', [user]),
    ]);
    return reply.headers(self.headers).send(self.bytes);
  });

  const subscription = sendRecorded('/api/SubscriptionManager/GetCurrentSubscription');
  app.get('/subscription', async (request, reply) => {
    if (!(await userOf(ask, request))) return reply.code(401).send();
    const tenant = request.headers['x-tenant-key'];
    await Promise.all([
      ask('held', `${held} where held.tenant_id = $1`, [tenant]),
      ask('customer', 'select customer_id from tenants where id = $1', [tenant]),
    ]);
    return reply.headers(subscription.headers).send(subscription.bytes);
  });
}

const columns = `id, description, quantity, price::float8 as cents, date::text as date, category,
  image, created_at`;
const newest = 'order by transactions.date desc, id desc limit $2';
const list = `select ${columns} from transactions where tenant_id = $1 ${newest}`;
const page = `select ${columns} from transactions
  where tenant_id = $1 and (transactions.date, id) < ($3::date, $4::uuid) ${newest}`;
const transaction = `select ${columns} from transactions where tenant_id = $1 and id = $2`;

/** Decodes the product's cursor: date and id of the last row. */
const positionOf = (cursor: string) =>
  JSON.parse(Buffer.from(cursor, 'base64url').toString()) as [string, string];

const theirs = '(select tenant_id from memberships where user_id = $1 and status = 2)';
const counts = 'select tenant_id, count(*) from memberships where status = 2';
const held = `select held.*, price.*, product.* from tenant_products held
  join subscription_prices price on price.id = held.subscription_price_id
  join subscription_products product on product.id = price.subscription_product_id`;

interface Member {
  id: string;
  tenant_id: string;
  user_id: string;
  role: number;
  status: number;
  joined: number;
  email: string;
  first_name: string;
  last_name: string;
  phone: string;
  avatar: string;
}

const members = `
  select member.id, member.tenant_id, member.user_id, role, status, joined, email, avatar,
    coalesce(member.first_name, users.first_name) as first_name,
    coalesce(member.last_name, users.last_name) as last_name,
    coalesce(member.phone, users.phone) as phone
  from memberships member join users on users.id = member.user_id
  where member.tenant_id = $1 order by role, member.id`;

const presentMember = (row: Member) => ({
  id: row.id,
  tenantId: row.tenant_id,
  userId: row.user_id,
  email: row.email,
  firstName: row.first_name,
  lastName: row.last_name,
  phone: row.phone,
  role: row.role,
  status: row.status,
  joined: row.joined,
  accepted: row.status === 2,
  user: { avatar: row.status === 0 ? '' : row.avatar },
});
