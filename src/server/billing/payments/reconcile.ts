import type { Database, TenantId, DbTransaction } from '#server/platform/database/database.ts';
import { db, sql, type TableRow } from '#server/platform/database/query.ts';
import { mailSiteOf, type MailSiteContext } from '#server/platform/mail/compose.ts';
import { type CustomerSnapshot, isIncomplete } from '#server/platform/stripe/customer-snapshot.ts';
import { ProviderError } from '#server/platform/stripe/errors.ts';
import type { NotificationDetails, TenantSubscription } from './billing-notification.ts';
import { billingNotificationsOf } from './billing-notifications.ts';
import {
  type BillingOperation,
  findPendingOperation,
  operationSubject,
} from './billing-operations.ts';
import { recordChangedCancellation } from './cancellations.ts';
import { reportablePayments } from './completed-payments.ts';
import { type DisputeRule, recordDisputes } from './disputes.ts';
import { duplicateIds } from './duplicates.ts';
import { recordFailedInvoices, selectUnpaidInvoices } from './failed-invoices.ts';
import { resolveFreePlan } from './free-plan.ts';
import { sendBillingNotifications } from './mail.ts';
import { readSettledSnapshot, type SettlingClient } from './settled-snapshot.ts';
import {
  selectTenantProducts,
  selectPrices,
  unknownPricesIn,
  upsertTenantProduct,
  endMissing,
  updateTenantBilling,
  toBilledRow,
  withRemovedEnd,
} from './tenant-product-rows.ts';
import { previewTrialCharge, withTrialRecap } from './trial-recap.ts';

/** Dependencies of reconciliation; `AppContext` satisfies them. */
export type BillingContext = {
  database: Pick<Database, 'tenant'>;
  stripe: SettlingClient;
  config: MailSiteContext['config'] &
    DisputeRule & { graceDays: number; operator: { email: string } };
  origin: () => string;
  linkKey: Buffer;
};

/** Differences that reconciliation can't write to our rows. */
export type ReconcileResult = {
  /** The provider's ids of prices that are paid for but missing from our catalogue. */
  unknownPrices: string[];
  /** The provider's ids of subscriptions beyond the one that an organization may have. */
  duplicates: string[];
};

/**
 * Makes our rows of a tenant equal to the provider's state and emails its owners and admins once
 * per cause (R-SUB-02, R-SUB-22). Idempotent: runs after every event, return and schedule, in any
 * order. Holds no database connection during requests to the provider.
 */
export const reconcileTenant = (
  billing: BillingContext,
  tenantId: TenantId,
): Promise<ReconcileResult> => attemptReconcile(billing, tenantId, null);

/** Reads, then writes; repeats after a concurrent write. `since`: the first attempt's version. */
async function attemptReconcile(
  billing: BillingContext,
  tenantId: TenantId,
  since: number | null,
): Promise<ReconcileResult> {
  const { database, stripe, config } = billing;
  const begun = await database.tenant(tenantId, (tx) => stateBefore(tx, tenantId));
  if (!begun?.customer) return noDifferences;
  const first = since ?? begun.version;
  const { customer: theirs } = begun;
  const snapshot = await readSettledSnapshot(stripe, { ...begun, customer: theirs }, config);
  const trial = { tenantId, customer: theirs, snapshot, now: begun.now };
  const charge = await previewTrialCharge(billing, trial);
  const written = await database.tenant(tenantId, async (tx) => {
    const tenant = await lockTenantRow(tx, tenantId);
    if (!tenant) return noDifferences;
    const state = await stateBefore(tx, tenantId);
    const { customer = null, version = 0, hadCard, pending } = state ?? {};
    if (customer !== begun.customer || pending?.id !== begun.pending?.id)
      return { readAgain: null };
    // Two runs wrote since our first attempt: the second one started reading after we did.
    if (version > first + 1) {
      const prices = await tx.all(selectPrices(snapshot));
      const unknownPrices = unknownPricesIn(snapshot, prices);
      return { unknownPrices, duplicates: duplicateIds(snapshot) };
    }
    // One run wrote: it may have read before or after us. Only a new reading can tell.
    if (version !== begun.version) return { readAgain: first };
    await saveSyncVersion(tx, { tenantId, version: version + 1, snapshot });
    const input = { tenant, snapshot, charge, hadCard: hadCard === true, billing, pending };
    return writeSnapshot(tx, input);
  });
  return 'readAgain' in written ? attemptReconcile(billing, tenantId, written.readAgain) : written;
}

/** Returns what a reading depends on; the end of a billing operation changes how it is understood. */
async function stateBefore(tx: DbTransaction, tenantId: TenantId) {
  const [version, pending] = await Promise.all([
    syncVersionOf(tx, tenantId),
    findPendingOperation(tx, operationSubject.tenant(tenantId)),
  ]);
  return version && { ...version, pending };
}

const noDifferences: ReconcileResult = { unknownPrices: [], duplicates: [] };

/** Reconciles the tenant after a change that we made. While the provider can't be reached, the scheduled run does it. */
export const reconcileIfReachable = (billing: BillingContext, tenantId: TenantId) =>
  reconcileTenant(billing, tenantId).catch((error: unknown) => {
    if (!(error instanceof ProviderError)) throw error;
  });

/** Reconciles the tenant unless done in the last `seconds`: a visitor may return before a webhook. */
export async function reconcileUnlessRecent(
  billing: BillingContext,
  tenantId: TenantId,
  seconds: number,
) {
  const recent = await billing.database.tenant(tenantId, (tx) =>
    tx.first(
      db
        .selectFrom('billing_reconciliations')
        .select('version')
        .where('tenant_id', '=', tenantId)
        .where('reconciled_at', '>', sql<Date>`now() - ${seconds} * interval '1 second'`),
    ),
  );
  if (!recent) await reconcileTenant(billing, tenantId);
}

/** Returns the customer of a tenant and the version of its rows: the number of completed writes. */
const syncVersionOf = (tx: DbTransaction, tenantId: TenantId) =>
  tx.first(
    db
      .selectFrom('tenants')
      .leftJoin('billing_reconciliations', 'billing_reconciliations.tenant_id', 'tenants.id')
      .select(({ ref, fn, val }) => [
        'tenants.customer_id as customer',
        fn.coalesce(ref('billing_reconciliations.version'), val(0)).as('version'),
        'billing_reconciliations.has_card as hadCard',
        sql<boolean>`suspended_at is not null`.as('isSuspended'),
        sql<Date>`(select app.billing_now())`.as('now'),
      ])
      .where('tenants.id', '=', tenantId),
  );

/** Locks the tenant's row: no other transaction changes its products until this one ends. */
export const lockTenantRow = (tx: DbTransaction, tenantId: TenantId) =>
  tx.first(db.selectFrom('tenants').selectAll().where('id', '=', tenantId).forNoKeyUpdate());

type SyncVersion = { tenantId: TenantId; version: number; snapshot: CustomerSnapshot };

function saveSyncVersion(tx: DbTransaction, { tenantId, version, snapshot }: SyncVersion) {
  const [card] = snapshot.subscriptions.flatMap((state) => state.card ?? []);
  const values = {
    version,
    has_card: snapshot.hasCard,
    card_expires: card?.expires ?? null,
    reconciled_at: sql<Date>`now()`,
  };
  return tx.run(
    db
      .insertInto('billing_reconciliations')
      .values({ tenant_id: tenantId, ...values })
      .onConflict((conflict) =>
        conflict.column('tenant_id').doUpdateSet(({ ref }) => ({
          ...values,
          // Uses the inserted value: Citus doesn't allow `now()` in this place (docs/scaling.md).
          reconciled_at: ref('excluded.reconciled_at'),
        })),
      ),
  );
}

/** Returns true on the first sight of an end. A subscription of an undone operation never began for the organization. */
const isNewlyEnded = ({ previous, row, state }: TenantSubscription) =>
  row.status === 'canceled' &&
  (previous ? previous.status !== 'canceled' : state.metadata['intentId'] === undefined);

type ReconcileInput = {
  tenant: TableRow<'tenants'>;
  snapshot: CustomerSnapshot;
  charge: NotificationDetails['charge'];
  /** True when the reading before found a card. */
  hadCard: boolean;
  billing: BillingContext;
  /** The unfinished billing operation, whose own end tells of a change of plan. */
  pending: BillingOperation | undefined;
};

async function writeSnapshot(tx: DbTransaction, input: ReconcileInput): Promise<ReconcileResult> {
  const { tenant, snapshot, hadCard, billing, pending } = input;
  const [held, prices, unpaid, { now }] = await Promise.all([
    tx.all(selectTenantProducts(tenant.id)),
    tx.all(selectPrices(snapshot)),
    tx.all(selectUnpaidInvoices(tenant.id)),
    tx.one(sql<{ now: Date }>`select app.billing_now() as now`),
  ]);
  const duplicates = duplicateIds(snapshot);
  const subscriptions: TenantSubscription[] = [];
  let { currency } = tenant;
  for (const read of snapshot.subscriptions) {
    const before = held.find(({ service_id: id }) => id === read.id);
    const subscription = withRemovedEnd(read, before, pending);
    // A duplicate grants nothing; `end-duplicates.ts` is about to end it.
    if (!before && (isIncomplete(subscription) || duplicates.includes(subscription.id))) continue;
    const price = prices.find(({ service_id: id }) => id === subscription.priceServiceId);
    const row = toBilledRow(subscription, { before, snapshot, ...billing.config });
    if (row.paid) currency ??= price?.currency ?? null;
    // A price may be missing from our catalog; the row then keeps its previous price.
    const priceId = price?.id ?? before?.subscription_price_id;
    if (!priceId) continue;
    await upsertTenantProduct(tx, { tenant_id: tenant.id, subscription_price_id: priceId, ...row });
    const { cancellationAnswer: answer } = subscription;
    if (before) await recordChangedCancellation(tx, before, { row, answer });
    const isPlanChanged =
      !pending && before !== undefined && before.subscription_price_id !== priceId;
    const changes = { previous: before ?? null, isPlanChanged };
    subscriptions.push({ state: subscription, row, ...changes, plan: price?.title });
  }
  const known = new Set(snapshot.subscriptions.map(({ id }) => id));
  const gone = held.filter(({ service_id: id }) => id && !known.has(id));
  await endMissing(tx, { tenant, gone, now });
  if (snapshot.isDeleted || currency !== tenant.currency) {
    const customer_id = snapshot.isDeleted ? null : tenant.customer_id;
    await updateTenantBilling(tx, { id: tenant.id, currency, customer_id });
  }
  await recordFailedInvoices(tx, tenant.id, { snapshot, unpaid });
  const payments = await reportablePayments(tx, snapshot, { duplicates, prices, billing });
  const sender = { ...snapshot, tenant, site: mailSiteOf(billing) };
  const lost = await recordDisputes(tx, sender, billing.config);
  await sendBillingNotifications(tx, sender, async (sentCauses) => {
    const newlyEnded = subscriptions.filter(isNewlyEnded).map(({ state }) => state.id);
    const context = { tenantId: tenant.id, snapshot, currency, sentCauses, newlyEnded };
    const { free, ended } = await resolveFreePlan(tx, context);
    const disputes = billing.config.endLostDisputes ? snapshot.disputes : [];
    const changes = { ...snapshot, disputes, subscriptions, payments, hadCard, now };
    const found = billingNotificationsOf({ ...changes, sentCauses, free, ended });
    const recap = { tenantId: tenant.id, charge: input.charge };
    return [...(await withTrialRecap(tx, found, recap)), ...lost];
  });
  return { unknownPrices: unknownPricesIn(snapshot, prices), duplicates };
}
