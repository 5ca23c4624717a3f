import type { ServerResponse } from 'node:http';
import type { SqlExecutor } from '#sandbox/stripe/store/store.ts';
import { StripeApiError } from './errors.ts';

/**
 * Failures between a caller and the provider: it acts and never answers, it fails, it fails at a POST and stores this
 * answer for its key, it is overloaded, or the connection is reset before it reads the request.
 */
export const faultTypes = ['timeout-after-success', '500', 'stored-500', '429', 'reset'] as const;
export type Fault = (typeof faultTypes)[number];

/**
 * Applies these faults in turn to the next `count` requests. An empty list clears the remaining ones.
 */
export async function setFaults(
  queries: SqlExecutor,
  { next, count }: { next: readonly Fault[]; count: number },
): Promise<void> {
  const upcoming = Array.from({ length: next.length && count }, (_, at) => next[at % next.length]);
  await queries.query('update sandbox.settings set faults = $1', [upcoming]);
}

export async function readFaults(queries: SqlExecutor): Promise<Fault[]> {
  const { rows } = await queries.query<{ faults: Fault[] }>(
    'select faults from sandbox.settings',
    [],
  );
  return rows[0]?.faults ?? [];
}

/** Takes the fault for this request, if any; no two requests take the same one. Only a POST has a stored answer. */
export async function takeFault(queries: SqlExecutor, isPost: boolean): Promise<Fault | undefined> {
  const { rows } = await queries.query<{ fault: Fault }>(
    `with upcoming as (
       select faults from sandbox.settings
       where cardinality(faults) > 0 and ($1 or faults[1] <> 'stored-500') for update
     )
     update sandbox.settings set faults = upcoming.faults[2:] from upcoming
     returning upcoming.faults[1] as fault`,
    [isPost],
  );
  return rows[0]?.fault;
}

/** Throws the error of a failing provider before anything was done. */
export function throwFault(fault: Fault | undefined): void {
  if (fault === '500') throw failure();
  if (fault === '429') {
    const message =
      'Request rate limit exceeded. Learn more about rate limits here ' +
      'https://stripe.com/docs/rate-limits.';
    throw new StripeApiError(429, { type: 'invalid_request_error', code: 'rate_limit', message });
  }
}

export const failure = () =>
  new StripeApiError(500, { type: 'api_error', message: 'An unknown error occurred.' });

const longestSilenceMs = 300_000;

/**
 * Keeps the connection open without an answer until the caller leaves; longer than any SDK's timeout.
 */
export const leaveUnanswered = (response: ServerResponse) =>
  void response.setTimeout(longestSilenceMs, () => response.destroy());
