/** Runs the sandbox by itself (`npm start` or `npx stripe-sandbox`), until SIGINT or SIGTERM. */
import { parseArgs } from 'node:util';
import { Pool } from 'pg';
import { startPostgres } from './postgres.ts';
import { createStripeSandbox } from './sandbox.ts';
import { createSchema } from './store/schema.ts';
import { createStore } from './store/store.ts';

const usage = `npx stripe-sandbox [options]
  --port <port>          where it listens on 127.0.0.1 (12111; 0: a free one)
  --webhook-url <url>    receives the events
  --secret-key <key>     the only key that is accepted (sk_test_sandbox)
  --pages-url <url>      where your application serves the hosted pages (http://localhost)
DATABASE_URL names the PostgreSQL that keeps the state. Without it, a new one keeps it until the end.
`;

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '12111' },
    'webhook-url': { type: 'string' },
    'secret-key': { type: 'string', default: 'sk_test_sandbox' },
    'pages-url': { type: 'string', default: 'http://localhost' },
    help: { type: 'boolean', default: false },
  },
});

async function start(): Promise<void> {
  const { port, 'webhook-url': webhookUrl = null, 'secret-key': secretKey } = values;
  const { DATABASE_URL: given } = process.env;
  const postgres = given ? undefined : await startPostgres();
  const pool = new Pool({ connectionString: given ?? postgres?.url });
  pool.on('error', (error) => process.stderr.write(`${error.message}\n`));
  const store = createStore(pool);
  await createSchema(store);
  const sandbox = await createStripeSandbox({
    store,
    secretKey,
    port: Number(port),
    webhookUrl: () => webhookUrl,
    pagesUrl: () => values['pages-url'],
    onError: (error) => process.stderr.write(`${String((error as Error).stack)}\n`),
  });
  process.stdout.write(`Stripe sandbox ready at ${sandbox.apiBase}
  secret key      ${secretKey}
  webhook secret  ${sandbox.webhookSecret}
  webhooks go to  ${webhookUrl ?? 'no address: events wait (--webhook-url)'}
`);
  const close = async () => {
    await sandbox.close();
    await pool.end();
    await postgres?.stop();
  };
  // A terminal and npm may both send the signal.
  let closing: Promise<void> | undefined;
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => (closing ??= close()));
}

if (values.help) process.stdout.write(usage);
else await start();
