/**
 * The least that a server of this stack can do for the same work: bare Fastify and pg, the same
 * statements, the same bytes; no membership, no row-level security, no schemas.
 */
import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { verify } from '@node-rs/argon2';
import Fastify, { type FastifyRequest } from 'fastify';
import { Pool, type QueryResultRow } from 'pg';
import { WebSocketServer } from 'ws';
import { poolSize } from '#server/database/pools.ts';

const [databaseUrl = '', pageFile = ''] = process.argv.slice(2);
const pool = new Pool({ connectionString: databaseUrl, max: poolSize() });
const app = Fastify({ forceCloseConnections: true });

const ask = async <R extends QueryResultRow>(name: string, text: string, values: unknown[] = []) =>
  (await pool.query<R>({ name, text, values })).rows;

const sha256 = (token: string) => createHash('sha256').update(token).digest();

/** Pages as they went over the wire when the product answered: their type, encoding and bytes. */
const recorded = JSON.parse(readFileSync(pageFile, 'utf8')) as Record<
  string,
  { headers: Record<string, string>; body: string }
>;
const pages = Object.entries(recorded).map(([path, { headers, body }]) => ({
  path,
  headers,
  bytes: Buffer.from(body, 'base64'),
}));
const pricing = pages.find(({ path }) => path === '/pricing');

app.get('/hello', async () => ({ hello: 'world' }));

for (const { path, headers, bytes } of pages) {
  app.get(`/page${path}`, async (_request, reply) => reply.headers(headers).send(bytes));
}

app.get('/products', async (_request, reply) => {
  await Promise.all([
    ask('products', 'select * from subscription_products order by tier, id'),
    ask('prices', 'select * from subscription_prices order by billing_period, currency desc, id'),
    ask('features', 'select * from subscription_features order by "order", id'),
  ]);
  return reply.headers(pricing?.headers ?? {}).send(pricing?.bytes);
});

interface Stored {
  id: string;
  description: string;
  quantity: number;
  cents: number;
  date: string;
  category: string | null;
  image: string | null;
  created_at: Date;
}

app.get('/list', async (request: FastifyRequest<{ Querystring: { limit: string } }>, reply) => {
  const [session] = await ask<{ user_id: string }>(
    'session',
    `select user_id from sessions
     where token_hash = $1 and revoked_at is null and expires_at > now()`,
    [sha256(request.headers.authorization?.slice(7) ?? '')],
  );
  if (!session) return reply.code(401).send();
  const rows = await ask<Stored>(
    'list',
    `select id, description, quantity, price::float8 as cents, date::text as date, category, image,
       created_at
     from transactions where tenant_id = $1
     order by transactions.date desc, id desc limit $2`,
    [request.headers['x-tenant-key'], request.query.limit],
  );
  return rows.map((row) => ({
    description: row.description,
    quantity: row.quantity,
    price: row.cents / 100,
    amount: (row.quantity * row.cents) / 100,
    date: row.date,
    category: row.category,
    image: row.image,
    id: row.id,
    createdAt: row.created_at,
  }));
});

app.post('/login', async (request: FastifyRequest<{ Body: Record<string, string> }>, reply) => {
  const { email = '', password = '' } = request.body;
  const [person] = await ask<{ id: string; password_hash: string }>(
    'person',
    'select id, password_hash from users where lower(email) = $1',
    [email],
  );
  if (!person || !(await verify(person.password_hash, password))) return reply.code(400).send();
  const token = randomBytes(32).toString('base64url');
  await ask(
    'open session',
    `insert into sessions (token_hash, user_id, expires_at)
     values ($1, $2, now() + interval '14 days')`,
    [sha256(token), person.id],
  );
  return { token };
});

/** One group, nobody asked who they are: what SignalR's frames cost and nothing else. */
const members = new Set<WebSocket>();
type WebSocket = Parameters<Parameters<WebSocketServer['handleUpgrade']>[3]>[0];
new WebSocketServer({ server: app.server, path: '/relay' }).on('connection', (socket) => {
  socket.on('close', () => members.delete(socket)).on('error', () => undefined);
  socket.on('message', (data) => {
    for (const document of String(data).split('\u001E').filter(Boolean)) {
      const { target, arguments: given = [] } = JSON.parse(document) as {
        target?: string;
        arguments?: string[];
      };
      if (!target) socket.send('{}\u001E');
      else if (target === 'JoinGroup') members.add(socket);
      else {
        const told = { type: 1, target: 'ReceiveMessage', arguments: given.slice(1) };
        for (const member of members) member.send(`${JSON.stringify(told)}\u001E`);
      }
    }
  });
});

await app.listen({ host: '127.0.0.1', port: 0 });
process.send?.(app.listeningOrigin);
process.on('SIGTERM', () => process.exit(0));
