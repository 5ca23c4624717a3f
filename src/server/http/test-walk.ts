import { randomUUID } from 'node:crypto';
import type { Endpoint, Subject } from '#contract/endpoint.ts';
import { contract } from '#contract/index.ts';
import type { TestProduct } from '#server/testing.ts';

/** Every endpoint of the contract. */
export const endpoints = Object.values(contract).flatMap(({ endpoints }: Subject) =>
  Object.values(endpoints),
);

/** An address with ids of nothing in it, but for the tenant where the call names it there. */
export const urlOf = ({ path, access }: Endpoint, key: string = randomUUID()) =>
  `/api${path.replaceAll(/:(\w+)/g, (_, name: string) =>
    access.who === 'member' && access.of === name ? key : randomUUID(),
  )}`;

/** Makes a call with these headers and an empty body, for the tenant that they name. */
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
