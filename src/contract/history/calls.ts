import { z } from 'zod';
import type { Access } from '#contract/access.ts';
import { auditEntry } from '#contract/audit.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { bulkIds, bulkResult } from '#contract/lists/query.ts';
import { pageParams } from '#contract/paging.ts';

/** A change of a record; `before` and `after` have the values by column. */
export const recordChange = auditEntry.pick({
  id: true,
  at: true,
  action: true,
  actor: true,
  impersonator: true,
  before: true,
  after: true,
});
export type RecordChange = z.infer<typeof recordChange>;

type HistorySubject<N, W, E> = {
  /** Name of the subject, with which its paths begin. */
  name: N;
  /** Records in a sentence: `transactions`. */
  plural: string;
  writer: W;
  /** Refusals of a restored record: the limits of a new one. */
  restoreErrors?: E;
};

/**
 * Returns the calls on the history of an entity: the changes of a record, and restoring deleted ones.
 * `server/product/audit/service/history.ts` has their handlers.
 */
export const historyCalls = <
  const N extends string,
  W extends Access,
  const E extends readonly ErrorCode[],
>({
  name,
  plural,
  writer,
  restoreErrors,
}: HistorySubject<N, W, E>) => ({
  getHistory: {
    route: `GET /${name}/GetHistory/:id` as const,
    summary: `Changes of one of the ${plural}, newest first`,
    access: writer,
    query: pageParams,
    reply: z.array(recordChange),
    paged: true as const,
  },
  restore: {
    route: `POST /${name}/Restore` as const,
    summary: `Restore deleted ${plural}`,
    access: writer,
    effect: 'adds' as const,
    once: true as const,
    body: bulkIds,
    reply: bulkResult,
    errors: ['notFound', ...(restoreErrors ?? [])] as const,
  },
});
