import { asBrowser } from '#tools/kit/http.ts';
import type { LoadRequest, LoadTarget } from '#tools/kit/load.ts';
import type { Headers } from '#tools/kit/organizations.ts';
import type { PerformanceGoal } from './goals.ts';

/** Targets that are measured alternately, so that disturbances affect all of them alike. */
export interface Workload {
  /** Targets; the first is the product, the others are compared with it. */
  targets: LoadTarget[];
  /** Goals; without them the workload is only reported. */
  goals?: PerformanceGoal[];
  /** Factor by which its windows are longer. */
  patience?: number;
}

/** Path of the measured list: 20 transactions. */
export const listPath = '/api/Transaction/GetAll?limit=20';

/** Returns the path of the members of an organization, a list without pages. */
export const wholeListPath = (tenant: string) => `/api/TenantUsers/GetAll/${tenant}`;

/** Returns a GET request with a browser's headers. */
export const get = (path: string, headers: Headers = asBrowser): LoadRequest => ({ path, headers });

/** Returns a request with a JSON body. */
export const send = (
  method: 'POST' | 'PUT',
  path: string,
  { headers = asBrowser, body }: { headers?: Headers; body?: object },
): LoadRequest => ({
  method,
  path,
  headers,
  ...(body && {
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }),
});

/** Returns a function that creates targets of a server, with sixteen connections by default. */
export const loadOn =
  (server: LoadTarget['server']) =>
  (
    name: string,
    requests: LoadRequest | LoadRequest[],
    more: Partial<LoadTarget> = {},
  ): LoadTarget => ({
    name,
    server,
    requests: [requests].flat(),
    connections: 16,
    ...more,
  });
