import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { IfMatch } from '#contract/endpoint.ts';
import { Failure } from '#contract/errors.ts';
import { sql } from '#server/platform/database/query.ts';

/** A record to change, and the versions of it that the caller accepts. */
export type Versioned = { id: string; ifMatch: IfMatch };

/** Header of calls that change a versioned record. */
export const ifMatchHeaders = z.looseObject({
  'if-match': z
    .string()
    .optional()
    .describe('`ETag` of the version that the caller has seen; another one is refused with 412.'),
});

/** Strong entity tags that are versions: others never match (RFC 9110 §13.1.1). */
const versionTags = /(?<=^|,)\s*"(\d{1,9})"\s*(?=,|$)/g;

/** Returns the versions that a request names. */
export function ifMatchOf({ headers }: FastifyRequest): IfMatch {
  const tags = headers['if-match']?.toString().trim();
  if (tags === undefined || tags === '*') return null;
  return [...tags.matchAll(versionTags)].map(([, version]) => Number(version));
}

/** Returns the entity tag of a record. */
export const entityTag = ({ version }: { version: number }) => `"${version}"`;

/** Returns true if a client has this version already, by its `If-None-Match` (RFC 9110 §13.1.2). */
export function isKnownTag(tag: string, ifNoneMatch: string | undefined) {
  const known = ifNoneMatch?.split(',').map((one) => one.trim().replace(/^W\//, '')) ?? [];
  return known.includes('*') || known.includes(tag.replace(/^W\//, ''));
}

/** Matches rows with one of the named versions: in the WHERE of a change, which settles races. */
export const isVersion = (ifMatch: IfMatch) =>
  ifMatch === null ? sql<boolean>`true` : sql<boolean>`version = any(${[...ifMatch]}::integer[])`;

/** Refuses a change that matched no row: `notFound` by `load`, else `conflict.changed` with the record. */
export async function refuseChange(load: () => Promise<object>): Promise<never> {
  throw new Failure('conflict.changed', { current: await load() });
}
