import { randomBytes } from 'node:crypto';
import { LoadBalancer } from '#tools/kit/load-balancer.ts';
import { addDatabase, freePort, temporaryFolder } from '#tools/kit/servers.ts';

/** Running product as the browser tests see it. */
interface RunningProduct {
  url: string;
  output: () => string;
  stop: () => Promise<void>;
}

/** Returns true when browser tests run on two instances (`npm run longrun -- pgbouncer`). */
export const isTwofold = () => process.env['INSTANCES'] === '2';

/** Starts two instances on a new database of `DATABASE_URL`; a load balancer distributes the requests. */
export async function startTwo<R extends RunningProduct>(
  start: (settings: Record<string, string>) => Promise<R>,
): Promise<R> {
  await using stack = new AsyncDisposableStack();
  const { DATABASE_URL = '', DATABASE_PREPARE = 'true' } = process.env;
  const { DATABASE_DIRECT_URL = DATABASE_URL } = process.env;
  const pathname = `journeys_${randomBytes(4).toString('hex')}`;
  const balancer = await LoadBalancer.open(stack);
  const shared = {
    DATABASE_URL: Object.assign(new URL(DATABASE_URL), { pathname }).href,
    DATABASE_DIRECT_URL: await addDatabase(DATABASE_DIRECT_URL, pathname),
    DATABASE_PREPARE,
    DATA_DIR: temporaryFolder(stack, 'two'),
    PUBLIC_URL: balancer.origin,
  };
  const begin = async () => {
    const port = await freePort();
    const starting = start({ ...shared, PORT: String(port) });
    const [instance] = await Promise.all([starting, balancer.add(`http://127.0.0.1:${port}`)]);
    stack.defer(instance.stop);
    return instance;
  };
  const [one, other] = await Promise.all([begin(), begin()]);
  const kept = stack.move();
  const output = () => one.output() + other.output();
  return { ...one, url: balancer.origin, output, stop: () => kept.disposeAsync() };
}
