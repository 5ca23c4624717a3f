import { z } from 'zod';
import type { Access } from '#contract/access.ts';
import type { ListDeclaration } from './declaration.ts';
import {
  bulkChanges,
  bulkIds,
  bulkResult,
  exportParams,
  filterParams,
  listParams,
  totalsSchema,
} from './query.ts';

type ListSubject<N, D, T, R, W> = {
  /** Name of the subject, with which its paths begin. */
  name: N;
  /** Records in a sentence: `transactions`. */
  plural: string;
  list: D;
  record: T;
  reader: R;
  writer: W;
  /** Access to the export; by default that of readers. */
  exporter?: R & { ownersOnAnyTier?: true };
};

/**
 * Returns the calls on the list of an entity, which its declaration describes: pages, totals, CSV, and changes of
 * several records at once. `server/platform/http/lists/` has their handlers.
 */
export const listCalls = <
  const N extends string,
  const D extends ListDeclaration,
  T extends z.ZodType,
  R extends Access,
  W extends Access,
>({
  name,
  plural,
  list,
  record,
  reader,
  writer,
  exporter = reader,
}: ListSubject<N, D, T, R, W>) => ({
  getAll: {
    route: `GET /${name}/GetAll` as const,
    summary: `List ${plural}`,
    access: reader,
    query: listParams(list),
    reply: z.array(record),
    paged: true as const,
  },
  getTotals: {
    route: `GET /${name}/GetTotals` as const,
    summary: `Number and sums of ${plural}`,
    access: reader,
    query: filterParams(list),
    reply: totalsSchema(list),
  },
  exportCsv: {
    route: `GET /${name}/Export` as const,
    summary: `Export ${plural} as CSV`,
    access: exporter,
    query: exportParams(list),
    file: 'text/csv' as const,
  },
  removeMany: {
    route: `POST /${name}/DeleteMany` as const,
    summary: `Delete several ${plural}`,
    access: writer,
    effect: 'deletes' as const,
    body: bulkIds,
    reply: bulkResult,
  },
  updateMany: {
    route: `POST /${name}/UpdateMany` as const,
    summary: `Set fields of several ${plural}`,
    access: writer,
    effect: 'changes' as const,
    body: bulkChanges(list),
    reply: bulkResult,
  },
});
