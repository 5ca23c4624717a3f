import type { ObjectFilter, ObjectRepository } from '#sandbox/stripe/store/object-repository.ts';
import type { ObjectKind, ObjectsByKind, List } from '#sandbox/stripe/store/types.ts';
import { integerParam, type InferParams, timestampRangeParam, stringParam } from './params.ts';

/** Parameters of every list. */
export const paginationParams = {
  limit: integerParam(1),
  starting_after: stringParam,
  ending_before: stringParam,
  created: timestampRangeParam,
};

const maxPageSize = 100;

type ListQuery<K extends ObjectKind> = {
  kind: K;
  url: string;
  filter: ObjectFilter;
};

/** Returns one page, newest first: 10 by default, at most 100. */
export async function listPage<K extends ObjectKind>(
  objects: ObjectRepository,
  { kind, url, filter }: ListQuery<K>,
  params: InferParams<typeof paginationParams>,
): Promise<List<ObjectsByKind[K]>> {
  const { starting_after: startingAfter, ending_before: endingBefore } = params;
  if (startingAfter) await objects.get(kind, startingAfter, 'starting_after');
  if (endingBefore) await objects.get(kind, endingBefore, 'ending_before');
  const limit = Math.min(params.limit ?? 10, maxPageSize);
  const slice = { limit: limit + 1, startingAfter, endingBefore };
  const found = await objects.list(kind, { ...filter, created: params.created }, slice);
  const more = found.length > limit;
  const data = endingBefore ? found.slice(-limit) : found.slice(0, limit);
  return { object: 'list', data, has_more: more, url };
}
