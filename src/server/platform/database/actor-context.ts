import { AsyncLocalStorage } from 'node:async_hooks';

/** Actor on whose behalf transactions run; each transaction hands it to the audit log (R-SEC-13). */
export type ActorContext = {
  /** Id of the user of the session; null when signed out. */
  user: string | null;
  /** Id of the operator who impersonates that user. */
  impersonator: string | null;
  /** True if that operator may change data. */
  writes?: boolean;
  /** Service that acts without a user: a SCIM client or an API key, by the beginning of its token. */
  service?: string;
  /** Person who gave that service its access, and so all access that it gives (`app.set_grant`). */
  granter?: string | null;
  request: string;
  /** Network that the request came from. */
  network: string;
  /** Organization at whose own address the call arrived; undefined at the main site. */
  address?: string;
  /** Host name of that address. */
  host?: string;
  /** Token of the browser, on calls that sign in. */
  device?: string;
  /** Id of this attempt at a request with an `Idempotency-Key` (decision 16). */
  attempt?: string;
};

const storage = new AsyncLocalStorage<ActorContext>();

/** Runs work with this actor as its context. */
export const runAsActor = <T>(acting: ActorContext, work: () => T): T => storage.run(acting, work);

/** Returns the actor of the current work; undefined for work that the product starts by itself. */
export const currentActor = (): ActorContext | undefined => storage.getStore();
