import { AsyncLocalStorage } from 'node:async_hooks';

/** Who acts: every transaction opened meanwhile says so to the audit log. */
export interface Acting {
  /** Whose session it is; null when nobody is signed in. */
  user: string | null;
  /** The operator who acts as that person. */
  impersonator: string | null;
  /** The request that all of it belongs to. */
  request: string;
  /** Where that came from. */
  network: string;
  /** The token of the browser, of calls that sign in. */
  device?: string;
  /** Of a request that carries an `Idempotency-Key`: the attempt at it that this is (decision 16). */
  attempt?: string;
}

const storage = new AsyncLocalStorage<Acting>();

/** Does work in the name of somebody. */
export const actingAs = <T>(acting: Acting, work: () => T): T => storage.run(acting, work);

/** In whose name the current work is done; undefined for what the product does by itself. */
export const acting = (): Acting | undefined => storage.getStore();
