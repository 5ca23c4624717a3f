import { randomUUID } from 'node:crypto';
import type { Endpoint, Subject } from '#contract/endpoint.ts';
import { contract } from '#contract/index.ts';
import type { TestApplication } from '#server/test/application.ts';

/** Endpoint of the contract, named `subject.call`. */
export type NamedEndpoint = Endpoint & { name: string };

/** All endpoints of the contract. */
export const allEndpoints: NamedEndpoint[] = Object.entries(contract).flatMap(
  ([subject, { endpoints }]: [string, Subject]) =>
    Object.entries(endpoints).map(([call, endpoint]) => ({
      ...endpoint,
      name: `${subject}.${call}`,
    })),
);

/** Returns the names of the parameters in a path. */
export const pathParametersOf = ({ path }: Endpoint) =>
  [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);

/** Returns the URL of a call with these values in its path. */
export const endpointPath = ({ path }: Endpoint, values: Record<string, string>) =>
  `/api${path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(values[name] ?? ''))}`;

/** Returns a URL with random ids, except for the tenant if the path names it. */
export const randomEndpointPath = (endpoint: Endpoint, key: string = randomUUID()) =>
  endpointPath(
    endpoint,
    Object.fromEntries(
      pathParametersOf(endpoint).map((name) => [
        name,
        endpoint.access.who === 'member' && endpoint.access.of === name ? key : randomUUID(),
      ]),
    ),
  );

/** Makes a call with these headers and an empty body, for the tenant of the headers. */
export const callEndpoint = (
  { app }: TestApplication,
  endpoint: Endpoint,
  headers: Record<string, string> = {},
) =>
  app.inject({
    method: endpoint.method,
    url: randomEndpointPath(endpoint, headers['x-tenant-key']),
    headers,
    ...(endpoint.method === 'POST' || endpoint.method === 'PUT' ? { payload: {} } : {}),
  });
