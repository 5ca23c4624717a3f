import { Failure } from '#contract/errors.ts';
import { vouch } from '#server/database/ids.ts';
import type { House } from '#server/house.ts';
import { lockTenant } from '#server/members/service.ts';
import { convergeTenant } from '#server/payments/converge.ts';
import { ProviderError } from '#server/payments/errors.ts';
import { type Intent, settle } from '#server/payments/intents.ts';
import { type Arrangement, recordPlan } from './plan.ts';

/**
 * Writes down what an organization that exists has arranged, then follows the provider in everything
 * else. An organization that was deleted meanwhile is refused, and its arrangement taken back.
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

/** Follows the provider now; what it cannot tell now, it tells the sweep. */
export const follow = (house: House, intent: Pick<Intent, 'for_tenant'>) =>
  convergeTenant(house, vouch.tenant(intent.for_tenant)).then(
    () => undefined,
    (error: unknown) => {
      if (!(error instanceof ProviderError)) throw error;
    },
  );
