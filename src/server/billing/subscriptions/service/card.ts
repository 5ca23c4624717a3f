import type { CardNumber } from '#contract/billing/cards.ts';
import { Failure } from '#contract/errors.ts';
import {
  findPendingOperation,
  type BillingOperation,
  recordProgress,
  releaseOperation,
  finishOperation,
  operationSubject,
  takeOverOperation,
} from '#server/billing/payments/billing-operations.ts';
import { specifyOperation, abandonOnError } from '#server/billing/payments/claim-operation.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import { db } from '#server/platform/database/query.ts';
import type { Member } from '#server/platform/http/contract/guard.ts';
import {
  CardDeclined,
  InvalidRequest,
  ProviderUnavailable,
  ResourceMissing,
} from '#server/platform/stripe/errors.ts';
import type { Settlement } from '#server/platform/stripe/settlement.ts';
import { liveSubscription, billingStateOf } from './billing-state.ts';
import { getCurrentSubscription } from './current.ts';
import {
  attachOperationCard,
  resolveCard,
  readCardsBefore,
  operationMetadata,
  customerDetailsOf,
  operationRequestOf,
  ensureCustomer,
} from './customer.ts';
import { beginChange, reconcileOrDefer } from './finish-change.ts';
import { payOpenInvoices } from './open-invoices.ts';
import { isAuthenticationRequired, throwUnpaid } from './outcome.ts';
import { undoOperation } from './undo-operation.ts';

/** Returns the token of a test card; refused with Stripe: we never receive card numbers (R-SUB-17). */
export async function createCardToken({ config, stripe }: AppContext, card: CardNumber) {
  if (config.stripe) throw new Failure('billing.cardEntryDisabled');
  return stripe.createCard(card);
}

/** Makes a test card the default card. */
export const updateCard = async (context: AppContext, visitor: Member, card: CardNumber) =>
  updateCardToken(context, visitor, (await createCardToken(context, card)).id);

/**
 * Makes another card the default card and charges all open invoices to it (R-SUB-23). When the bank requires
 * authentication, a repeated call continues after it.
 */
export async function updateCardToken(context: AppContext, visitor: Member, token: string) {
  const { tenant, session } = visitor;
  await billingStateOf(tenant);
  const subject = operationSubject.tenant(tenant.id);
  const earlier = await takeOverCardUpdate(context, subject, token);
  if (earlier) {
    await executeCardUpdate(context, earlier);
    return getCurrentSubscription(context, visitor);
  }
  const { settled, claim } = await beginChange(context, visitor);
  if (!claim) return settled;
  const operation = await abandonOnError(context.database, claim, async () => {
    const { name, customer } = await billingStateOf(tenant);
    const card = await resolveCard(context, token);
    const before = await readCardsBefore(context, customer);
    const who = await customerDetailsOf(context, session.user, name);
    const isNew = customer === null;
    return context.database.system((tx) =>
      specifyOperation(tx, claim, {
        kind: 'update_card',
        customerId: customer,
        request: { ...before, who, isNew, card, token },
      }),
    );
  });
  await executeCardUpdate(context, operation);
  return getCurrentSubscription(context, visitor);
}

/** Takes over an earlier call with the same card that waits for its authentication. */
async function takeOverCardUpdate({ database }: AppContext, subject: string, token: string) {
  const found = await database.system((tx) => findPendingOperation(tx, subject));
  if (found?.kind !== 'update_card') return undefined;
  if (operationRequestOf<{ token: string }>(found).token !== token) return undefined;
  const operation = await takeOverOperation(database, found.id);
  if (!operation) throw new Failure('billing.inProgress');
  return operation;
}

/**
 * Authorizes and stores the card. A refusal keeps the previous card; after an unknown answer of the
 * provider the reconciliation job finishes or undoes the operation.
 */
async function executeCardUpdate(context: AppContext, operation: BillingOperation) {
  try {
    const known = await ensureCustomer(context, operation);
    const authorized = await authorizeCard(context, known);
    await finishCardUpdate(context, authorized);
  } catch (error) {
    if (isAuthenticationRequired(error)) throw error;
    const leave = () => releaseOperation(context.database, operation).catch(() => undefined);
    if (error instanceof ProviderUnavailable) await leave();
    else await undoOperation(context, operation).catch(leave);
    throw error;
  }
}

async function authorizeCard(
  context: AppContext,
  operation: BillingOperation,
): Promise<BillingOperation> {
  const { stripe, database } = context;
  if (operation.service_id !== null) {
    await assertPaid(context, operation, await stripe.retrieveAuthorization(operation.service_id));
    return operation;
  }
  const customer = operation.customer_id ?? '';
  const { id: card } = await attachOperationCard(context, operation);
  const order = { customer, card, metadata: operationMetadata(operation) };
  const { id, ...settlement } = await stripe.authorizeCard(order, `${operation.id}:authorization`);
  const updated = await recordProgress(database, operation, { service_id: id });
  await assertPaid(context, updated, settlement);
  return updated;
}

const assertPaid = async (
  context: AppContext,
  operation: BillingOperation,
  settlement: Settlement,
) => settlement.outcome === 'paid' || throwUnpaid(context, operation, settlement);

/**
 * Finishes an update of the card that was left. Leaves it pending while the bank may still authenticate the card or the
 * payment of an open invoice; undoes it after any other refusal, which a repetition would meet again. Idempotent.
 */
export async function resumeCardUpdate(
  context: AppContext,
  operation: BillingOperation,
  mayWait: () => Promise<boolean>,
) {
  const { service_id: id } = operation;
  const found = id === null ? null : await context.stripe.retrieveAuthorization(id);
  let isAwaited = found?.outcome === 'authenticate';
  if (found?.outcome === 'paid') {
    try {
      return await finishCardUpdate(context, operation);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      isAwaited = isAuthenticationRequired(error);
    }
  }
  const waits = isAwaited && (await mayWait());
  return waits ? releaseOperation(context.database, operation) : undoOperation(context, operation);
}

/** Returns true for an answer that stays the same; not for a takeover or a provider that can't be reached. */
const isRefusal = (error: unknown) =>
  error instanceof Failure
    ? error.code !== 'billing.inProgress'
    : error instanceof CardDeclined ||
      error instanceof InvalidRequest ||
      error instanceof ResourceMissing;

/** Makes the card the default one, pays all open invoices in order and removes the other cards. Idempotent. */
async function finishCardUpdate(context: AppContext, operation: BillingOperation) {
  const { stripe, database } = context;
  const customer = operation.customer_id ?? '';
  const { card } = await stripe.retrieveAuthorization(operation.service_id ?? '');
  await stripe.setDefaultCard(customer, card);
  const live = await liveSubscription(context, customer);
  if (live) await assertPaid(context, operation, await payOpenInvoices(context, live));
  for (const { id } of await stripe.listCards(customer)) {
    if (id !== card) await stripe.detachCard(id);
  }
  const tenantId = operation.for_tenant;
  await database.tenant(tenantId, async (tx) => {
    const touched = await tx.run(
      db.updateTable('tenants').set({ customer_id: customer }).where('id', '=', tenantId),
    );
    if (touched === 0) throw new Failure('notFound');
    await finishOperation(tx, operation);
  });
  await reconcileOrDefer(context, operation);
}
