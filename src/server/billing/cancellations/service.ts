import {
  cancellationReasons,
  type Cancellation,
  type CancellationCount,
  type cancellations,
} from '#contract/cancellations.ts';
import type { HandlerInput } from '#contract/endpoint.ts';
import type { Database } from '#server/platform/database/database.ts';
import { db, sql } from '#server/platform/database/query.ts';
import { isOneOf, isWithinDays, searchCondition } from '#server/platform/database/search.ts';
import { readSortedPage, timestampText } from '#server/platform/http/contract/cursor.ts';

type ListQuery = HandlerInput<(typeof cancellations)['endpoints']['getAllOfAll']>['query'];

/** Lists the cancellations of all organizations or of one; for the operator (R-OPR-08). */
export const listAllCancellations = (
  database: Database,
  { reason, tenantId, search, descending, ...page }: ListQuery,
) =>
  database.operator(async (tx) => {
    const rows = db
      .selectFrom('cancellations as cancellation')
      .innerJoin('tenants', 'tenants.id', 'cancellation.tenant_id')
      .innerJoin('tenant_products as held', (on) =>
        on
          .onRef('held.tenant_id', '=', 'cancellation.tenant_id')
          .onRef('held.id', '=', 'cancellation.tenant_product_id'),
      )
      .innerJoin('subscription_prices as price', 'price.id', 'held.subscription_price_id')
      .innerJoin('subscription_products as product', 'product.id', 'price.subscription_product_id')
      .selectAll('cancellation')
      .select(['tenants.name', 'product.title', 'held.end_date'])
      .where(isOneOf(sql`case when reason is null then 'none' else reason end`, reason))
      .where(isWithinDays(sql`cancellation.created_at`, [page.atFrom, page.atTo]))
      .where(
        await searchCondition(tx, search, {
          table: 'tenants',
          column: sql<string>`cancellation.tenant_id`,
        }),
      )
      // A reason's rows are those that its count includes.
      .$if(reason !== undefined, (all) => all.where('cancellation.withdrawn_at', 'is', null))
      .$if(tenantId !== undefined, (all) =>
        all.where(sql<boolean>`cancellation.tenant_id = ${tenantId}`),
      );
    const { items, next } = await readSortedPage(tx, page, {
      rows,
      key: sql`cancellation.created_at`,
      keySchema: timestampText,
      id: sql`cancellation.id`,
      descending,
      isFiltered: true,
    });
    const toRecord = (row: (typeof items)[number]): Cancellation => ({
      id: row.id,
      at: row.created_at.toISOString(),
      tenant: { id: row.tenant_id, name: row.name },
      product: row.title,
      reason: row.reason as Cancellation['reason'],
      comment: row.comment,
      endDate: (row.withdrawn_at ? null : row.end_date)?.toISOString() ?? null,
      withdrawnAt: row.withdrawn_at?.toISOString() ?? null,
    });
    return { items: items.map(toRecord), next };
  });

/** Counts the cancellations by reason, most frequent first and those without a reason last. */
export const countCancellations = (database: Database): Promise<CancellationCount[]> =>
  database.operator(async (tx) => {
    const counted = await tx.all(
      db
        .selectFrom('cancellations')
        .where('withdrawn_at', 'is', null)
        .groupBy('reason')
        .select(({ fn }) => ['reason', fn.countAll<number>().as('count')]),
    );
    return [...cancellationReasons, null]
      .map((reason) => ({
        reason,
        count: counted.find((row) => row.reason === reason)?.count ?? 0,
      }))
      .toSorted(
        (a, b) => Number(a.reason === null) - Number(b.reason === null) || b.count - a.count,
      );
  });
