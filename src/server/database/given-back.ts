import type { Pool, PoolClient } from 'pg';

type Taken = (error?: Error, client?: PoolClient, giveBack?: (broken?: unknown) => void) => void;

/**
 * The pool, for a library that may give a connection back twice: once as its line breaks, once as it
 * stops. The pool refuses the second time, in a promise that nobody waits for, and the process ends.
 */
export function givenBackOnce(pool: Pool): Pool {
  function connect(): Promise<PoolClient>;
  function connect(taken: Taken): void;
  function connect(taken?: Taken) {
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
