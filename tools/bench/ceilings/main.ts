/**
 * Serves the same work at the lowest cost for this stack, as a ceiling for the product: bare Fastify and
 * pg, the same statements and bytes; no membership checks, no row-level security, no schemas.
 */
import { createReadStream, readFileSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import Fastify from 'fastify';
import { Pool } from 'pg';
import type { CeilingSettings } from '#tools/bench/recordings.ts';
import { serveCalls, type Statements } from './calls.ts';
import { serveRelay } from './relay.ts';
import { serveWebhookCeiling } from './webhook.ts';

const [file = ''] = process.argv.slice(2);
const settings = JSON.parse(readFileSync(file, 'utf8')) as CeilingSettings;
// As many connections as the product has.
const max = Math.min(2 * availableParallelism() + 2, 20);
const pool = new Pool({ connectionString: settings.databaseUrl, max });
const app = Fastify({ forceCloseConnections: true });

const query: Statements = async (name, text, values = []) =>
  (await pool.query({ name, text, values })).rows;

app.get('/hello', async () => ({ hello: 'world' }));

const replies = new Map(
  Object.entries(settings.recorded).map(([path, { headers, body }]) => [
    path,
    { headers, bytes: Buffer.from(body, 'base64') },
  ]),
);
for (const [path, { headers, bytes }] of replies) {
  // Assets keep the path that pages name.
  const at = path.startsWith('/assets/') ? path : `/same${path}`;
  app.get(at, async (_request, reply) => reply.headers(headers).send(bytes));
}
app.get('/products', async (_request, reply) => {
  await Promise.all([
    query('products', 'select * from subscription_products order by tier, id'),
    query('prices', 'select * from subscription_prices order by billing_period, currency desc, id'),
    query('features', 'select * from subscription_features order by "order", id'),
  ]);
  const { headers = {}, bytes } = replies.get('/pricing') ?? {};
  return reply.headers(headers).send(bytes);
});

const { size } = statSync(settings.file);
app.post('/file', async (_request, reply) =>
  reply.type('text/plain').header('content-length', size).send(createReadStream(settings.file)),
);

serveCalls(app, query, replies);
serveWebhookCeiling(app, query, settings.secret);
serveRelay(app.server);

await app.listen({ host: '127.0.0.1', port: 0 });
process.stdout.write(`ready at ${app.listeningOrigin}\n`);
process.on('SIGTERM', () => process.exit(0));
