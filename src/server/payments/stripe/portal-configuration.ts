import { hash } from 'node:crypto';
import type { Stripe } from 'stripe';
import { resultOf } from './connection.ts';

const name = 'Pregao';

/**
 * Actions that customers find in the provider's portal: none that the product decides, such as another plan, a number
 * of members or a pause. A cancellation ends with the paid period.
 */
const features = {
  customer_update: { enabled: false },
  invoice_history: { enabled: true },
  payment_method_update: { enabled: true },
  subscription_cancel: { enabled: true, mode: 'at_period_end' },
  subscription_pause: { enabled: false },
  subscription_update: { enabled: false },
} as const;

const idempotencyKey = `portal:${hash('sha256', JSON.stringify(features))}`;

type Configuration = Stripe.BillingPortal.Configuration;

/** Returns the id of our configuration of the portal, which it creates or corrects when the account has another. */
export async function ensurePortalConfiguration({ billingPortal }: Stripe): Promise<string> {
  const { configurations } = billingPortal;
  const all = configurations.list({ active: true, limit: 100 });
  const found = (await resultOf(all)).data.find((one) => one.name === name);
  if (found && isAsIntended(found)) return found.id;
  const wanted = found
    ? configurations.update(found.id, { features })
    : configurations.create({ name, features }, { idempotencyKey });
  return (await resultOf(wanted)).id;
}

const isAsIntended = ({ features: found }: Configuration) =>
  Object.entries(features).every(([feature, { enabled }]) => {
    const { enabled: isEnabled } = found[feature as keyof typeof features];
    return isEnabled === enabled;
  }) && found.subscription_cancel.mode === features.subscription_cancel.mode;
