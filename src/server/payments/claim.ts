import { Failure } from '#contract/errors.ts';
import type { Database, Transaction } from '#server/database/database.ts';
import {
  abandon,
  hold,
  type Intent,
  type IntentKind,
  mine,
  type NewIntent,
  openIntent,
  subjectOf,
} from './intents.ts';

/** What a claimed operation is about, once that is decided. */
export type Purpose = {
  kind: IntentKind;
  customerId: string | null;
  /** Of the subscription that is changed. */
  serviceId?: string | null;
  maxUsers?: number | null;
  request?: object;
};

/**
 * Opens the organization's next billing operation before anything that decides about it is read:
 * whatever another operation did is then visible, and none can begin. Until `specify` says more, it
 * has asked the provider for nothing, so that undoing it only closes it. Refused as
 * `billing.inProgress` while another is pending.
 */
export const claimTenant = (
  database: Database,
  { tenantId, ...given }: Pick<NewIntent, 'tenantId' | 'userId' | 'priceId'>,
) =>
  database.system((tx) =>
    // A subscription without a customer: the provider cannot have anything of it.
    openIntent(tx, {
      ...given,
      kind: 'subscribe',
      tenantId,
      subject: subjectOf.tenant(tenantId),
    }),
  );

/** Writes down what a claimed operation will ask of the provider, before it asks. */
export async function specify(tx: Transaction, intent: Intent, purpose: Purpose): Promise<Intent> {
  const { kind, customerId, serviceId = null, maxUsers = null, request = {} } = purpose;
  const row = await tx.first(
    mine(intent)
      .set({
        kind,
        customer_id: customerId,
        service_id: serviceId,
        max_users: maxUsers,
        request: JSON.stringify(request),
        held_until: hold,
      })
      .returningAll()
      .$narrowType<{ state: Intent['state'] }>(),
  );
  if (!row) throw new Failure('billing.inProgress');
  return row;
}

/**
 * Reads what decides about a claimed operation. A refusal ends the operation, which has asked the
 * provider for nothing yet; if even that fails, the sweep ends it.
 */
export const underClaim = async <T>(
  database: Database,
  intent: Intent,
  decide: () => Promise<T>,
): Promise<T> => {
  try {
    return await decide();
  } catch (error) {
    await abandon(database, intent).catch(() => undefined);
    throw error;
  }
};
