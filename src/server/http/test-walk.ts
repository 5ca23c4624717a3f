import { randomUUID } from 'node:crypto';
import type { Endpoint, Subject } from '#contract/endpoint.ts';
import { contract } from '#contract/index.ts';
import type { TestProduct } from '#server/testing.ts';

/** Endpoint of the contract, named `subject.call`. */
export type Call = Endpoint & { name: string };

/** All endpoints of the contract. */
export const endpoints: Call[] = Object.entries(contract).flatMap(
  ([subject, { endpoints }]: [string, Subject]) =>
    Object.entries(endpoints).map(([call, endpoint]) => ({
      ...endpoint,
      name: `${subject}.${call}`,
    })),
);

/** Returns the names of the parameters in a path. */
export const parametersOf = ({ path }: Endpoint) =>
  [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);

/** Returns the URL of a call with these values in its path. */
export const addressOf = ({ path }: Endpoint, values: Record<string, string>) =>
  `/api${path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(values[name] ?? ''))}`;

/** Returns a URL with random ids, except for the tenant if the path names it. */
export const urlOf = (endpoint: Endpoint, key: string = randomUUID()) =>
  addressOf(
    endpoint,
    Object.fromEntries(
      parametersOf(endpoint).map((name) => [
        name,
        endpoint.access.who === 'member' && endpoint.access.of === name ? key : randomUUID(),
      ]),
    ),
  );

/** Makes a call with these headers and an empty body, for the tenant of the headers. */
export const knock = (
  { app }: TestProduct,
  endpoint: Endpoint,
  headers: Record<string, string> = {},
) =>
  app.inject({
    method: endpoint.method,
    url: urlOf(endpoint, headers['x-tenant-key']),
    headers,
    ...(endpoint.method === 'POST' || endpoint.method === 'PUT' ? { payload: {} } : {}),
  });
