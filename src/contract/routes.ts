import { z } from 'zod';
import type { Routes } from './api-client.ts';
import type { Endpoint, Subject } from './endpoint.ts';
import { contract } from './index.ts';

const routeOf = ({ method, path, paged, once, reply }: Endpoint) => ({
  ...(method !== 'GET' && { method }),
  path,
  ...(reply instanceof z.ZodArray && { list: true }),
  ...(paged && { paged }),
  ...(once && { once }),
});

/** Method and path of every endpoint, which is all that the caller needs at run time. */
export const routes: Routes = Object.fromEntries(
  Object.entries(contract).map(([name, { endpoints }]: [string, Subject]) => [
    name,
    Object.fromEntries(Object.entries(endpoints).map(([verb, call]) => [verb, routeOf(call)])),
  ]),
);
