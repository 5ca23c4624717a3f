import type { OpenDatabase } from '#server/platform/database/open.ts';
import { watchWrites } from '#server/platform/database/watch-writes.ts';

/** Starts checks of writes that follow each other closely; `checked` resolves with the result of the next one. */
export function startWriteChecks({ database, owner }: Pick<OpenDatabase, 'database' | 'owner'>) {
  let next = Promise.withResolvers<unknown>();
  const onChecked = (failure: unknown) => {
    const { resolve } = next;
    next = Promise.withResolvers();
    resolve(failure);
  };
  const { failure, stop } = watchWrites({ database, owner, onChecked, interval: 10 });
  /** Resolves with the result of a check that began after this call. */
  const checked = async () => {
    await next.promise;
    return next.promise;
  };
  return { failure, checked, [Symbol.dispose]: stop };
}
