import type { InjectOptions } from 'fastify';
import type { Application } from '#server/app.ts';
import type { OpenDatabase } from '#server/platform/database/open.ts';

/**
 * Starts a second product beside that of a test, with connections of its own, and sends requests to both
 * in turn, like a load balancer. State that one process keeps only in memory shows up as a failure.
 */
export async function startSecondInstance(
  first: Application,
  connect: () => Promise<OpenDatabase>,
  start: (over: OpenDatabase) => Promise<Application>,
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
    // Routes that a test adds, such as pages, exist only in the first product.
    const isShared = String(url).startsWith('/api/');
    return (isShared && asked++ % 2 === 1 ? other : one.inject)(asking);
  };
  const listen = async (...given: Parameters<typeof one.listen>) => {
    // The payment sandbox sends its webhooks to a process that listens.
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
