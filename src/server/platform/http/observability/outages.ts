import { DatabaseUnavailable, mapDatabaseError } from '#server/platform/database/driver/errors.ts';
import { causeOf } from '#server/platform/error-cause.ts';
import { StorageUnavailable } from '#server/platform/files/storage.ts';
import type { Logger } from '#server/platform/jobs/logger.ts';
import { MailServerUnavailable } from '#server/platform/mail/sender.ts';
import { ProviderMisconfigured, ProviderUnavailable } from '#server/platform/stripe/errors.ts';

/** Service outside of the process that can become unavailable while the product runs. */
export type Dependency = 'database' | 'payment provider' | 'mail server' | 'file storage';

/** Records when dependencies are lost and found, in one line each way (R-OPR-21). */
export type Outages = {
  /** Records a failure other than a busy pool: logs the first one, and at most one a minute while they last. */
  failed(dependency: Dependency, error: unknown): void;
  /** Records a success: logs it if the dependency was lost. */
  succeeded(dependency: Dependency): void;
  isLost(dependency: Dependency): boolean;
  /** Returns the last outcome of each dependency since the last call: true for a success. */
  takeOutcomes(): Map<Dependency, boolean>;
};

/** Message of the driver about a connection that broke; it has no class for it. */
const connectionFailure = /^Connection terminated/;

/** Returns true if all connections of a pool stayed in use (the driver has only a message): the database may be well. */
const isPoolBusy = (error: unknown) =>
  causeOf(error).reason === 'timeout exceeded when trying to connect';

/** Limits that one statement or transaction has exceeded: the database answers. */
const ownLimits = /^(57014|25P03|25P04)$/;

const isDatabaseOutage = (error: Error) =>
  !isPoolBusy(error) &&
  !ownLimits.test(causeOf(error).code ?? '') &&
  (connectionFailure.test(error.message) || mapDatabaseError(error) instanceof DatabaseUnavailable);

/** Statuses of a provider that works: another request is in the way, or there were too many. */
const busyStatuses: readonly (number | undefined)[] = [409, 429];

/** Returns the dependency whose outage an error, or a cause of it, means; undefined if it means none. */
export function lostDependency(error: unknown): Dependency | undefined {
  if (!(error instanceof Error)) return undefined;
  if (isDatabaseOutage(error)) return 'database';
  if (error instanceof ProviderMisconfigured) return 'payment provider';
  if (error instanceof ProviderUnavailable)
    return busyStatuses.includes(causeOf(error).status) ? undefined : 'payment provider';
  if (error instanceof StorageUnavailable) return 'file storage';
  if (error instanceof MailServerUnavailable) return 'mail server';
  return lostDependency(error.cause);
}

type State = { lostAt: number; loggedAt: number; isLost: boolean; isLogged: boolean };

/** Milliseconds between two lines about the same dependency, other than that it is back. */
const lineIntervalMs = 60_000;

/** Creates the record of outages; lines go to this log. */
export function createOutages(log: () => Pick<Logger, 'warn' | 'error'>): Outages {
  const states = new Map<Dependency, State>();
  let outcomes = new Map<Dependency, boolean>();
  return {
    failed: (dependency, error) => {
      if (dependency === 'database' && isPoolBusy(error)) return;
      outcomes.set(dependency, false);
      const now = performance.now();
      const state = states.get(dependency) ?? {
        lostAt: now,
        loggedAt: -Infinity,
        isLost: false,
        isLogged: false,
      };
      states.set(dependency, state);
      if (!state.isLost) Object.assign(state, { isLost: true, isLogged: false, lostAt: now });
      // A dependency that comes and goes logs no more than one that stays away.
      if (now - state.loggedAt < lineIntervalMs) return;
      Object.assign(state, { isLogged: true, loggedAt: now });
      const seconds = Math.round((now - state.lostAt) / 1_000);
      log().error({ dependency, cause: causeOf(error), seconds }, `${dependency} unavailable`);
    },
    succeeded: (dependency) => {
      outcomes.set(dependency, true);
      const state = states.get(dependency);
      if (!state?.isLost) return;
      state.isLost = false;
      // Lost within a minute of its last line: it was not logged.
      if (!state.isLogged) return;
      const seconds = Math.round((performance.now() - state.lostAt) / 1_000);
      log().warn({ dependency, seconds }, `${dependency} available again`);
    },
    isLost: (dependency) => states.get(dependency)?.isLost === true,
    takeOutcomes: () => {
      const taken = outcomes;
      outcomes = new Map();
      return taken;
    },
  };
}

type LogMethod = (this: unknown, ...line: unknown[]) => void;

/**
 * Returns a hook of the logger that leaves out lines about an error (`err`) that means an outage, and what the job queue
 * says while the database is lost: the record of outages has the one line that counts.
 */
export const omitOutages = (outages: Outages) =>
  function logMethod(this: unknown, line: unknown[], method: unknown) {
    const { err, component } = Object(line[0]) as { err?: unknown; component?: string };
    const dependency = lostDependency(err);
    if (dependency) return outages.failed(dependency, err);
    if (component === 'jobs' && outages.isLost('database')) return;
    (method as LogMethod).apply(this, line);
  };

type Calls<T> = { [Name in keyof T]: (...given: never[]) => Promise<unknown> };

/** Returns a client that behaves as the given one and records the outcome of each call of its dependency. */
export function watchCalls<T extends Calls<T>>(
  client: T,
  outages: Outages,
  dependency: Dependency,
): T {
  const watched = new Map<PropertyKey, unknown>();
  const watch =
    (call: (...given: never[]) => Promise<unknown>) =>
    async (...given: never[]) => {
      try {
        const result = await call.apply(client, given);
        outages.succeeded(dependency);
        return result;
      } catch (error) {
        // After any other failure it has answered.
        if (lostDependency(error) === dependency) outages.failed(dependency, error);
        else outages.succeeded(dependency);
        throw error;
      }
    };
  const get = (target: T, name: string | symbol) => {
    const call: unknown = target[name as keyof T];
    if (typeof call !== 'function') return call;
    if (!watched.has(name))
      watched.set(name, watch(call as (...given: never[]) => Promise<unknown>));
    return watched.get(name);
  };
  return new Proxy(client, { get });
}
