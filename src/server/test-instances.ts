import type { InjectOptions } from 'fastify';
import type { Product } from './app.ts';
import type { OpenDatabase } from './database/open.ts';

/**
 * Puts a second product beside one of the tests, over connections of its own: from now on both are
 * asked in turn, as behind a proxy. Whatever one of them only remembers is seen to be forgotten.
 */
export async function joinedBy(
  first: Product,
  connect: () => Promise<OpenDatabase>,
  start: (over: OpenDatabase) => Promise<Product>,
): Promise<{ close: () => Promise<void> }> {
  const open = await connect();
  const second = await start(open);
  const one = {
    inject: first.app.inject.bind(first.app),
    listen: first.app.listen.bind(first.app),
  };
  const other = second.app.inject.bind(second.app);
  let asked = 0;
  const inject = (asking: InjectOptions | string) => {
    const url = typeof asking === 'string' ? asking : asking.url;
    // What a test adds to the product, as its pages, only the first one has.
    const isShared = String(url).startsWith('/api/');
    return (isShared && asked++ % 2 === 1 ? other : one.inject)(asking);
  };
  const listen = async (...given: Parameters<typeof one.listen>) => {
    // What stands in for the provider tells whoever listens.
    await second.app.listen({ host: '127.0.0.1', port: 0 });
    return one.listen(...given);
  };
  Object.assign(first.app, { inject, listen });
  const close = async () => {
    await second.close();
    await open.close();
  };
  return { close };
}
