import { z } from 'zod';
import type { Endpoint } from '#contract/endpoint.ts';
import { contract } from '#contract/index.ts';

/** List of the contract with the URLs to measure. */
interface ListCall {
  /** Path of the call. */
  name: string;
  who: 'member' | 'operator';
  urls: string[];
}

/** Returns every list that needs only a tenant: plain, searched and with each sort order. */
export const listCalls = (tenant: string): ListCall[] =>
  Object.values(contract)
    .flatMap(({ endpoints }) => Object.values<Endpoint>(endpoints))
    .filter(({ method, reply }) => method === 'GET' && reply instanceof z.ZodArray)
    .map((endpoint) => {
      const path = `/api${endpoint.path.replace(':tenantId', tenant)}`;
      const who = endpoint.access.who === 'operator' ? ('operator' as const) : ('member' as const);
      return { name: endpoint.path, who, urls: waysOf(endpoint).map((way) => path + way) };
    })
    .filter(({ urls }) => !urls.some((url) => url.includes(':')));

/** Returns the queries that change how a list is read. */
function waysOf({ query }: Endpoint): string[] {
  const shape: Record<string, z.ZodType> = query?.shape ?? {};
  const sorts = 'sort' in shape ? enumOf(shape['sort']) : [];
  return [
    '',
    ...('search' in shape ? ['?search=member', '?search=tenant%2077'] : []),
    ...sorts.flatMap((sort) =>
      ['true', 'false'].map((descending) => `?sort=${sort}&descending=${descending}`),
    ),
  ];
}

/** Returns the values of an enumeration, through any wrapping types. */
function enumOf(type: z.ZodType | undefined): string[] {
  if (type instanceof z.ZodEnum) return type.options.map(String);
  if (type instanceof z.ZodPrefault || type instanceof z.ZodDefault) {
    return enumOf(type.unwrap() as z.ZodType);
  }
  return [];
}
