import type { Pool, PoolClient } from 'pg';

type ConnectCallback = (
  error?: Error,
  client?: PoolClient,
  giveBack?: (broken?: unknown) => void,
) => void;

/**
 * Wraps the pool for a library that may release a connection twice, when it breaks and when the library
 * stops: the pool throws at the second release, in a promise that is not awaited.
 */
export function releaseOnce(pool: Pool): Pool {
  function connect(): Promise<PoolClient>;
  function connect(taken: ConnectCallback): void;
  function connect(taken?: ConnectCallback) {
    if (!taken) return pool.connect();
    return pool.connect((error, client, giveBack) => {
      let isBack = false;
      taken(error, client, (broken) => {
        if (!isBack) giveBack(broken);
        isBack = true;
      });
    });
  }
  return new Proxy(pool, {
    get: (target, name) => (name === 'connect' ? connect : Reflect.get(target, name, target)),
  });
}
