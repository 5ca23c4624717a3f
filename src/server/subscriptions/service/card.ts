import type { CardNumber } from '#contract/card-number.ts';
import { Failure } from '#contract/errors.ts';
import type { CurrentSubscription } from '#contract/subscriptions.ts';
import { vouch } from '#server/database/ids.ts';
import { db } from '#server/database/query.ts';
import type { House } from '#server/house.ts';
import { claimTenant, specify, underClaim } from '#server/payments/claim.ts';
import { ProviderUnavailable } from '#server/payments/errors.ts';
import {
  findPending,
  type Intent,
  progress,
  release,
  settle,
  subjectOf,
  takeOver,
} from '#server/payments/intents.ts';
import type { Settlement } from '#server/payments/settlement.ts';
import { claimTrialsCard } from '#server/payments/trials.ts';
import { getCurrent } from './current.ts';
import {
  addCard,
  cardOf,
  cardsBefore,
  metadataOf,
  payerOf,
  requestOf,
  withCustomer,
} from './customer.ts';
import { finishChange, follow } from './finish-change.ts';
import { isToConfirm, mustConfirm, refusedPayment } from './outcome.ts';
import { isOverdue, liveSubscription, standingOf } from './standing.ts';
import { settleEarlier } from './strike.ts';
import { undo } from './undo.ts';
import type { Visitor } from './update.ts';

/**
 * Returns the token of a test card; refused with Stripe, so that card numbers never reach our
 * server (R-SUB-17).
 */
export async function createCardToken({ config, gateway }: House, card: CardNumber) {
  if (config.stripe) throw new Failure('billing.cardEntryDisabled');
  return gateway.createCard(card);
}

/** Makes a test card the default card. */
export const updateCard = async (house: House, visitor: Visitor, card: CardNumber) =>
  updateCardToken(house, visitor, (await createCardToken(house, card)).id);

/**
 * Makes another card the default card and charges overdue invoices to it. When the bank requires
 * authentication, a repeated call continues after it.
 */
export async function updateCardToken(house: House, visitor: Visitor, token: string) {
  const { tenant, session } = visitor;
  await standingOf(tenant);
  const subject = subjectOf.tenant(tenant.id);
  const earlier = await pendingCard(house, subject, token);
  if (earlier) {
    await carryOut(house, earlier);
    return getCurrent(house, visitor);
  }
  const settled = await settleEarlier<CurrentSubscription | void>(house, {
    subject,
    intentId: null,
    isSame: () => false,
    finish: (arrangement, intent) => finishChange(house, intent, arrangement),
    already: () => getCurrent(house, visitor),
  });
  if (settled) return settled;
  const claim = await claimTenant(house.database, { tenantId: tenant.id, userId: session.user });
  const intent = await underClaim(house.database, claim, async () => {
    const { name, customer, running } = await standingOf(tenant);
    const isTrialing = running.some(({ isTrial }) => isTrial);
    const card = await cardOf(house, token);
    const before = await cardsBefore(house, customer);
    const who = await payerOf(house, session.user, name);
    const isNew = customer === null;
    return house.database.system((tx) =>
      specify(tx, claim, {
        kind: 'update_card',
        customerId: customer,
        request: { ...before, who, isNew, card, discountsBefore: null, token, isTrialing },
      }),
    );
  });
  await carryOut(house, intent);
  return getCurrent(house, visitor);
}

/** Takes over an earlier call with the same card that waits for its authentication. */
async function pendingCard({ database }: House, subject: string, token: string) {
  const found = await database.system((tx) => findPending(tx, subject));
  if (found?.kind !== 'update_card') return undefined;
  if (requestOf<{ token: string }>(found).token !== token) return undefined;
  const intent = await takeOver(database, found.id);
  if (!intent) throw new Failure('billing.inProgress');
  return intent;
}

/**
 * Authorizes and stores the card. A refusal keeps the previous card; after an unknown answer of the
 * provider the sweep finishes or undoes the operation.
 */
async function carryOut(house: House, intent: Intent) {
  try {
    const known = await withCustomer(house, intent);
    const authorized = await authorize(house, known);
    await finishCard(house, authorized);
  } catch (error) {
    if (isToConfirm(error)) throw error;
    const leave = () => release(house.database, intent).catch(() => undefined);
    if (error instanceof ProviderUnavailable) await leave();
    else await undo(house, intent).catch(leave);
    throw error;
  }
}

async function authorize(house: House, intent: Intent): Promise<Intent> {
  const { gateway, database } = house;
  if (intent.service_id !== null) {
    await assertPaid(house, intent, await gateway.retrieveAuthorization(intent.service_id));
    return intent;
  }
  const customer = intent.customer_id ?? '';
  const { id: card, fingerprint } = await addCard(house, intent);
  // The card claims the running trial; a card that was used for another trial is refused
  // (R-SUB-06).
  if (requestOf<{ isTrialing: boolean }>(intent).isTrialing && fingerprint !== null) {
    await claimTrialsCard(database, intent, fingerprint);
  }
  const order = { customer, card, metadata: metadataOf(intent) };
  const { id, ...settlement } = await gateway.authorizeCard(order, `${intent.id}:authorization`);
  const asked = await progress(database, intent, { service_id: id });
  await assertPaid(house, asked, settlement);
  return asked;
}

async function assertPaid({ database }: House, intent: Intent, settlement: Settlement) {
  if (settlement.outcome === 'paid') return;
  if (settlement.outcome === 'authenticate') {
    await progress(database, intent, { state: 'authenticating' });
    throw mustConfirm(intent, settlement);
  }
  throw refusedPayment(settlement.outcome === 'declined' ? settlement.reason : null);
}

/** Returns true when the bank authorized the card of an intent. */
export async function isAuthorized({ gateway }: House, { service_id: id }: Intent) {
  return id !== null && (await gateway.retrieveAuthorization(id)).outcome === 'paid';
}

/** Makes the card the default one, pays what is overdue and removes the other cards. */
export async function finishCard(house: House, intent: Intent) {
  const { gateway, database } = house;
  const customer = intent.customer_id ?? '';
  const { card } = await gateway.retrieveAuthorization(intent.service_id ?? '');
  await gateway.setDefaultCard(customer, card);
  const live = await liveSubscription(house, customer);
  if (live && isOverdue(live) && live.latestInvoice) {
    await assertPaid(house, intent, await gateway.payInvoice(live.latestInvoice));
  }
  const tenantId = vouch.tenant(intent.for_tenant);
  await database.tenant(tenantId, async (tx) => {
    const touched = await tx.run(
      db.updateTable('tenants').set({ customer_id: customer }).where('id', '=', tenantId),
    );
    if (touched === 0) throw new Failure('notFound');
    await settle(tx, intent);
  });
  for (const { id } of await gateway.listCards(customer)) {
    if (id !== card) await gateway.removeCard(id);
  }
  await follow(house, intent);
}
