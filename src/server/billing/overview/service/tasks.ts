import type { OperatorTask, TaskKind, TaskList } from '#contract/operators/tasks.ts';
import { trialNoticeLead } from '#server/billing/payments/renewal-notifications.ts';
import type { Database } from '#server/platform/database/database.ts';
import { db, sql } from '#server/platform/database/query.ts';
import { runningSubscriptions } from './overview.ts';
import { trialEnd } from './period.ts';

/** Maximum number of tasks of one source. */
const limit = 25;

const kindOf = (kind: TaskKind) => sql<TaskKind>`${kind}::text`.as('kind');

/** Query for changes that the provider refused to reverse: they may have left a payment without its plan. */
const refusedReversals = db
  .selectFrom('billing_operations')
  .where('state', '=', 'failed')
  .select(['id', 'for_tenant as tenant_id', 'updated_at as at'])
  .select([kindOf('reversal'), 'customer_id as note'])
  .orderBy('updated_at', 'desc')
  .limit(limit + 1);

const openDisputes = db
  .selectFrom('disputes')
  .where('answer_due_at', '>', sql<Date>`app.billing_now()`)
  .select(['id', 'tenant_id', 'invoice as note'])
  .select(sql<TaskKind>`case when is_inquiry then 'inquiry' else 'dispute' end`.as('kind'))
  .select(({ ref }) => ref('answer_due_at').$notNull().as('at'))
  .orderBy('answer_due_at')
  .limit(limit + 1);

const subscriptions = runningSubscriptions
  .innerJoin('subscription_products as product', 'product.id', 'price.subscription_product_id')
  .select(['held.id', 'held.tenant_id'])
  .select(({ ref }) => ref('product.title').$castTo<string | null>().as('note'))
  .limit(limit + 1);

const overdueSubscriptions = subscriptions
  .where('held.status', '=', 'past_due')
  .where('held.grace_ends', 'is not', null)
  .select(({ ref }) => ref('held.grace_ends').$notNull().as('at'))
  .select(
    sql<TaskKind>`case when held.grace_ends <= app.billing_now()
      then 'readOnly' else 'overdue' end`.as('kind'),
  )
  .orderBy('held.grace_ends');

/** Query for trials without a card that end soon, of which their organizations were notified too. */
const endingTrials = subscriptions
  .leftJoin('billing_reconciliations as sync', 'sync.tenant_id', 'held.tenant_id')
  .where('held.status', '=', 'trialing')
  .where('held.end_date', 'is', null)
  .where(sql<boolean>`sync.has_card is not true`)
  .where(trialEnd, '>', sql<Date>`app.billing_now()`)
  .where(
    trialEnd,
    '<=',
    sql<Date>`app.billing_now() + make_interval(secs => ${trialNoticeLead / 1_000})`,
  )
  .select([trialEnd.as('at'), kindOf('trialEnding')])
  .orderBy(trialEnd);

/** Since when an endpoint is turned off, or fails. */
const failingSince = sql<Date>`coalesce(endpoint.disabled_at, endpoint.failing_since)`;

/** Query for webhooks that have failed for a day, and those that were turned off for it in the last week. */
const failingWebhooks = db
  .selectFrom('webhook_endpoints as endpoint')
  .where(failingSince, 'is not', null)
  .where(sql<boolean>`endpoint.disabled_reason is distinct from 'member'`)
  .where(
    sql<boolean>`case when endpoint.disabled_at is null then ${failingSince} < now() - interval '1 day'
      else ${failingSince} > now() - interval '7 days' end`,
  )
  .select(['endpoint.id', 'endpoint.tenant_id', failingSince.as('at')])
  .select(
    sql<TaskKind>`case when endpoint.disabled_at is null then 'webhookFailing' else 'webhookOff' end`.as(
      'kind',
    ),
  )
  .select(sql<string | null>`null`.as('note'))
  .orderBy(failingSince, 'desc')
  .limit(limit + 1);

const suspendedTenants = db
  .selectFrom('tenants')
  .where('suspended_at', 'is not', null)
  .select(['id', 'id as tenant_id', 'suspension_reason as note', kindOf('suspended')])
  .select(({ ref }) => ref('suspended_at').$notNull().as('at'))
  .orderBy('suspended_at', 'desc')
  .limit(limit + 1);

/** Lists what needs an operator, by urgency: refused reversals, then what has a deadline, then the rest (R-OPR-29). */
export const getTasks = (database: Database): Promise<TaskList> =>
  database.operator(async (tx) => {
    const [reversals, disputes, overdue, trials, webhooks, suspended] = await Promise.all([
      tx.all(refusedReversals),
      tx.all(openDisputes),
      tx.all(overdueSubscriptions),
      tx.all(endingTrials),
      tx.all(failingWebhooks),
      tx.all(suspendedTenants),
    ]);
    const sources = [reversals, disputes, overdue, trials, webhooks, suspended];
    const ids = sources.flat().map((row) => row.tenant_id);
    const named = sql<{ id: string; name: string }>`
      select id, name from tenants where id = any (${ids}::uuid[])`;
    const tenants = new Map((await tx.all(named)).map(({ id, name }) => [id, name]));
    const dated = [disputes, overdue, trials].flatMap((found) => found.slice(0, limit));
    const rows = [
      ...reversals.slice(0, limit),
      ...dated.toSorted((one, other) => Number(one.at) - Number(other.at)),
      ...webhooks.slice(0, limit),
      ...suspended.slice(0, limit),
    ];
    const tasks = rows.map(({ id, kind, note, at, tenant_id }): OperatorTask => {
      // An operation remains when its organization is deleted, or was not created.
      const tenant = { id: tenant_id, name: tenants.get(tenant_id) ?? null };
      return { id, kind, tenant, at: at.toISOString(), note };
    });
    return { tasks, isCut: sources.some((found) => found.length > limit) };
  });
