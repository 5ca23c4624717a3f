import { Failure } from '#contract/errors.ts';
import { vouch } from '#server/database/ids.ts';
import type { House } from '#server/house.ts';
import { lockTenant } from '#server/members/service.ts';
import { convergeTenant } from '#server/payments/converge.ts';
import { ProviderError } from '#server/payments/errors.ts';
import { type Intent, settle } from '#server/payments/intents.ts';
import { type Arrangement, recordPlan } from './plan.ts';

/**
 * Records the result for an existing organization, then reconciles it. Throws `notFound` when the
 * organization was deleted in the meantime; the caller then undoes the operation.
 */
export async function finishChange(house: House, intent: Intent, arrangement: Arrangement) {
  const tenantId = vouch.tenant(intent.for_tenant);
  await house.database.tenant(tenantId, async (tx) => {
    if ((await lockTenant(tx, tenantId)) === 0) throw new Failure('notFound');
    await recordPlan(tx, tenantId, arrangement);
    await settle(tx, intent);
  });
  await follow(house, intent);
}

/** Reconciles the tenant now; when the provider fails, the scheduled sweep does it later. */
export const follow = (house: House, intent: Pick<Intent, 'for_tenant'>) =>
  convergeTenant(house, vouch.tenant(intent.for_tenant)).then(
    () => undefined,
    (error: unknown) => {
      if (!(error instanceof ProviderError)) throw error;
    },
  );
