/**
 * Serves the same work at the lowest cost for this stack, as a ceiling for the product: bare Fastify and
 * pg, the same statements and bytes; no membership checks, no row-level security, no schemas.
 */
import { readFileSync } from 'node:fs';
import Fastify from 'fastify';
import { serveFile } from './file.ts';
import { servePages } from './pages.ts';
import { serveReads } from './reads.ts';
import { serveRelay } from './relay.ts';
import { serveSignIn } from './sign-in.ts';
import { openStore } from './store.ts';
import type { Told } from './told.ts';
import { serveWebhook } from './webhook.ts';
import { serveWrites } from './writes.ts';

const [toldIn = ''] = process.argv.slice(2);
const told = JSON.parse(readFileSync(toldIn, 'utf8')) as Told;
const store = openStore(told.databaseUrl);
const app = Fastify({ forceCloseConnections: true });

app.get('/hello', async () => ({ hello: 'world' }));
servePages(app, store, told.recorded);
serveReads(app, store, told.recorded);
serveWrites(app, store);
serveSignIn(app, store);
serveFile(app, told.file);
serveWebhook(app, store, told.secret);
serveRelay(app.server);

await app.listen({ host: '127.0.0.1', port: 0 });
process.send?.(app.listeningOrigin);
process.on('SIGTERM', () => process.exit(0));
