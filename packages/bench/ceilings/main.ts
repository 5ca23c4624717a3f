/**
 * Serves the same work at the lowest cost for this stack, as a ceiling for the product: bare Fastify and
 * pg, the same statements and bytes; no membership checks, no row-level security, no schemas.
 */
import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import { Pool } from 'pg';
import { WebSocketServer } from 'ws';
import type { CeilingSettings } from '#packages/bench/recordings.ts';
import { bareStatements as sql } from './statements.ts';

type Message = {
  /** Message type; 6 is a ping. */
  type?: number;
  target?: string;
  invocationId?: string;
  arguments?: string[];
};

const frame = (message: object) => `${JSON.stringify(message)}\u001E`;

/** Relays messages within groups without authentication: the cost of SignalR's frames alone. */
function serveRelay(server: Server) {
  const groups = new Map<string, Set<{ send: (text: string) => void }>>();
  new WebSocketServer({ server, path: '/relay' }).on('connection', (socket) => {
    const receive = ({ type, target, invocationId, arguments: given = [] }: Message) => {
      if (type === 6) return socket.send(frame({ type }));
      const [name = '', ...rest] = given;
      const group = groups.get(name) ?? new Set();
      if (!target) socket.send(frame({}));
      else if (target === 'JoinGroup') {
        groups.set(name, group.add(socket));
        socket.send(frame({ type: 3, invocationId, result: null }));
      } else {
        const sent = { type: 1, target: 'ReceiveMessage', arguments: rest };
        for (const member of group) member.send(frame(sent));
      }
    };
    socket.on('error', () => undefined);
    socket.on('close', () => groups.forEach((group) => group.delete(socket)));
    socket.on('message', (data) => {
      const documents = String(data).split('\u001E').filter(Boolean);
      for (const document of documents) receive(JSON.parse(document) as Message);
    });
  });
}

type Call = FastifyRequest<{
  Querystring: Record<string, string>;
  Params: Record<string, string>;
  Body: Record<string, string | number>;
}>;
type Handler = (call: Call, reply: FastifyReply) => unknown;

const [file = ''] = process.argv.slice(2);
const { databaseUrl, recorded } = JSON.parse(readFileSync(file, 'utf8')) as CeilingSettings;
// As many connections as the product's pool for requests (`runtimePoolSize`).
const max = Math.min(2 * availableParallelism() + 2, 20);
const pool = new Pool({ connectionString: databaseUrl, max });
const app = Fastify({ forceCloseConnections: true });

/** Names of the prepared statements by text. */
const names = new Map(
  Object.values(sql)
    .flat()
    .map((text, index) => [text, `bare${index}`]),
);
const query = async <Row extends object>(text: string, values: unknown[] = []) =>
  (await pool.query<Row>({ name: names.get(text), text, values })).rows;
const sha256 = (text: string) => createHash('sha256').update(text).digest();

const tenantOf = ({ headers }: Call) => headers['x-tenant-key'];
const valuesOf = ({ description, quantity, price, date, category }: Call['body']) => [
  description,
  quantity,
  Math.round(Number(price) * 100),
  date,
  category,
];
/** Decodes the product's cursor: date and id of the last row. */
const positionOf = (cursor: string) =>
  (JSON.parse(Buffer.from(cursor, 'base64url').toString()) as string[]).slice(0, 2);
const firstOf = async (rows: Promise<object[]>, reply: FastifyReply) =>
  (await rows)[0] ?? reply.code(404).send();
const replies = new Map(
  Object.entries(recorded).map(([path, { headers, body }]) => [
    path,
    { headers, bytes: Buffer.from(body, 'base64') },
  ]),
);
function sendRecorded(reply: FastifyReply, path: string) {
  const { headers = {}, bytes } = replies.get(path) ?? {};
  return reply.headers(headers).send(bytes);
}

/** Calls of members, which require a session. */
const calls: Record<string, Handler> = {
  'GET /list': (call) => {
    const { limit, cursor } = call.query;
    const values = [tenantOf(call), limit];
    return cursor ? query(sql.page, [...values, ...positionOf(cursor)]) : query(sql.list, values);
  },
  'GET /transactions/:id': (call, reply) =>
    firstOf(query(sql.transaction, [tenantOf(call), call.params['id']]), reply),
  'POST /transactions': (call, reply) =>
    firstOf(query(sql.insert, [tenantOf(call), ...valuesOf(call.body)]), reply),
  'PUT /transactions/:id': (call, reply) =>
    firstOf(query(sql.update, [tenantOf(call), ...valuesOf(call.body), call.params['id']]), reply),
  'GET /members': async (call) => {
    const rows = await query<{ avatar: string }>(sql.members, [tenantOf(call)]);
    return rows.map(({ avatar, ...row }) => ({ ...row, user: { avatar } }));
  },
};
for (const [route, handle] of Object.entries(calls)) {
  const [method = '', url = ''] = route.split(' ');
  app.route({
    method,
    url,
    handler: async (call: Call, reply) => {
      const token = call.headers.authorization?.slice(7) ?? '';
      const [session] = await query(sql.session, [sha256(token)]);
      return session ? handle(call, reply) : reply.code(401).send();
    },
  });
}

app.get('/hello', async () => ({ hello: 'world' }));
for (const path of replies.keys()) {
  // Assets keep the path that pages name.
  const url = path.startsWith('/assets/') ? path : `/same${path}`;
  app.get(url, async (_request, reply) => sendRecorded(reply, path));
}
app.get('/products', async (_request, reply) => {
  await Promise.all(sql.products.map((text) => query(text)));
  return sendRecorded(reply, '/pricing');
});

app.post('/login', async ({ body }: Call, reply) => {
  type Account = { id: string; password_hash: string };
  const [person] = await query<Account>(sql.account, [body['email']]);
  const matches = person && (await verify(person.password_hash, String(body['password'])));
  if (!matches) return reply.code(400).send();
  const token = randomBytes(32).toString('base64url');
  await query(sql.openSession, [sha256(token), person.id]);
  return { token };
});
// Uses the package's default cost, as the product does. Computed on the first request.
let known: Promise<string> | undefined;
app.post('/hash', async ({ body }: Call) => {
  const password = String(body['password']);
  known ??= hash(password);
  return { matches: await verify(await known, password) };
});

serveRelay(app.server);
await app.listen({ host: '127.0.0.1', port: 0 });
process.stdout.write(`ready at ${app.listeningOrigin}\n`);
process.on('SIGTERM', () => process.exit(0));
