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
  const found = await findConfiguration(configurations);
  if (found && changedFeatures(found).length === 0) return found.id;
  const wanted = found
    ? configurations.update(found.id, { features })
    : configurations.create({ name, features }, { idempotencyKey });
  return (await resultOf(wanted)).id;
}

/** Returns the names of features that were changed in our configuration of the portal; none before it exists. */
export async function changedPortalFeatures({ billingPortal }: Stripe) {
  const found = await findConfiguration(billingPortal.configurations);
  return found ? changedFeatures(found) : [];
}

async function findConfiguration(configurations: Stripe['billingPortal']['configurations']) {
  const all = configurations.list({ active: true, limit: 100 });
  return (await resultOf(all)).data.find((one) => one.name === name);
}

const changedFeatures = ({ features: found }: Configuration) =>
  (Object.keys(features) as (keyof typeof features)[]).filter(
    (feature) =>
      found[feature].enabled !== features[feature].enabled ||
      (feature === 'subscription_cancel' && found[feature].mode !== features[feature].mode),
  );
