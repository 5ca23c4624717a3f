import type { Filter, Ledger } from './ledger.ts';
import { integer, type ParamsOf, range, text } from './params.ts';
import type { Kind, Kinds, List } from './wire.ts';

/** Parameters of every list. */
export const paging = {
  limit: integer(1),
  starting_after: text,
  ending_before: text,
  created: range,
};

const largestPage = 100;

interface Listing<K extends Kind> {
  kind: K;
  url: string;
  filter: Filter;
}

/** Returns one page, newest first: 10 by default, at most 100. */
export async function listPage<K extends Kind>(
  ledger: Ledger,
  { kind, url, filter }: Listing<K>,
  params: ParamsOf<typeof paging>,
): Promise<List<Kinds[K]>> {
  const { starting_after: startingAfter, ending_before: endingBefore } = params;
  if (startingAfter) await ledger.get(kind, startingAfter, 'starting_after');
  if (endingBefore) await ledger.get(kind, endingBefore, 'ending_before');
  const limit = Math.min(params.limit ?? 10, largestPage);
  const slice = { limit: limit + 1, startingAfter, endingBefore };
  const found = await ledger.list(kind, { ...filter, created: params.created }, slice);
  const more = found.length > limit;
  const data = endingBefore ? found.slice(-limit) : found.slice(0, limit);
  return { object: 'list', data, has_more: more, url };
}
