import { randomBytes } from 'node:crypto';
import { addDatabase } from '#tools/kit/databases.ts';
import { LoadBalancer } from '#tools/kit/load-balancer.ts';
import { freePort, temporaryFolder } from '#tools/kit/servers.ts';

/** Running product as the browser tests see it. */
type RunningProduct = {
  url: string;
  output: () => string;
  stop: () => Promise<void>;
};

/** Number of instances on a database server that is given; 0 with the embedded one. */
const instances = Number(process.env['INSTANCES'] ?? 0);

/** True when browser tests run on a given database server (`npm run longrun -- pgbouncer citus`). */
export const hasGivenDatabase = instances > 0;

/** Starts instances on a new database of `DATABASE_URL`; a load balancer distributes the requests. */
export async function startInstances<R extends RunningProduct>(
  start: (settings: Record<string, string>) => Promise<R>,
): Promise<R> {
  await using stack = new AsyncDisposableStack();
  const { DATABASE_URL = '', DATABASE_PREPARE = 'true' } = process.env;
  const { DATABASE_DIRECT_URL = DATABASE_URL } = process.env;
  const pathname = `journeys_${randomBytes(4).toString('hex')}`;
  const balancer = await LoadBalancer.open(stack);
  // A name: passkeys need one, and addresses of organizations are below it.
  const url = balancer.origin.replace('127.0.0.1', 'localhost');
  const shared = {
    DATABASE_URL: Object.assign(new URL(DATABASE_URL), { pathname }).href,
    DATABASE_DIRECT_URL: await addDatabase(DATABASE_DIRECT_URL, pathname),
    DATABASE_PREPARE,
    DATA_DIR: temporaryFolder(stack, 'instances'),
    PUBLIC_URL: url,
  };
  const begin = async () => {
    const port = await freePort();
    const starting = start({ ...shared, PORT: String(port) });
    const [instance] = await Promise.all([starting, balancer.add(`http://127.0.0.1:${port}`)]);
    stack.defer(instance.stop);
    return instance;
  };
  const [one, ...others] = await Promise.all([
    begin(),
    ...Array.from({ length: instances - 1 }, begin),
  ]);
  const kept = stack.move();
  const output = () => [one, ...others].map((instance) => instance.output()).join('');
  return { ...one, url, output, stop: () => kept.disposeAsync() };
}
