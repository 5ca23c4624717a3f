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

/** The details of a claimed operation, known once it has been decided. */
export type Purpose = {
  kind: IntentKind;
  customerId: string | null;
  /** The provider's id of the subscription that is changed. */
  serviceId?: string | null;
  maxUsers?: number | null;
  request?: object;
};

/**
 * Opens the organization's billing operation before any of the data that decides about it is read,
 * so that the results of earlier operations are visible and no other can start. Until `specify`
 * adds the details, no request has gone to the provider and undoing the operation only closes it.
 * Throws `billing.inProgress` while another operation is pending.
 */
export const claimTenant = (
  database: Database,
  { tenantId, ...given }: Pick<NewIntent, 'tenantId' | 'userId' | 'priceId'>,
) =>
  database.system((tx) =>
    // A `subscribe` without a customer: there is nothing at the provider to look up or to undo.
    openIntent(tx, {
      ...given,
      kind: 'subscribe',
      tenantId,
      subject: subjectOf.tenant(tenantId),
    }),
  );

/** Records what a claimed operation will request, before the first request to the provider. */
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
 * Runs the checks of a claimed operation. A refusal closes the operation, which has sent no request
 * to the provider yet; if closing fails, the scheduled sweep closes it.
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
