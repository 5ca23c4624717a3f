import type { Stripe } from 'stripe';
import { allOf, apiVersion, resultOf } from './connection.ts';
import { ProviderMisconfigured } from './errors.ts';
import { changedPortalFeatures } from './portal-configuration.ts';

/** Settings of the product that the account at Stripe must fit. */
export type AccountOptions = {
  secretKey: string;
  publishableKey: string;
  /** URL of our webhook; null without a public URL. */
  webhookUrl: string | null;
  automaticTax: boolean;
};

type Account = AccountOptions & { stripe: Stripe };

type AccountCheck = {
  /** Objects that it reads, which a restricted key may not. */
  reads: string;
  /** Returns a sentence that says what contradicts the product; null if nothing does. */
  find: (account: Account) => Promise<string | null>;
};

/**
 * Events that the webhook endpoint must send, because a customer's rows or screens change with them. Others are
 * stored, too, and cause the same reconciliation.
 */
export const handledEvents = [
  'charge.dispute.closed',
  'charge.dispute.created',
  'charge.dispute.funds_reinstated',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.updated',
  'charge.refunded',
  'customer.deleted',
  'customer.discount.created',
  'customer.discount.deleted',
  'customer.discount.updated',
  'customer.subscription.created',
  'customer.subscription.deleted',
  'customer.subscription.paused',
  'customer.subscription.pending_update_applied',
  'customer.subscription.pending_update_expired',
  'customer.subscription.resumed',
  'customer.subscription.trial_will_end',
  'customer.subscription.updated',
  'customer.updated',
  'invoice.finalized',
  'invoice.marked_uncollectible',
  'invoice.paid',
  'invoice.payment_action_required',
  'invoice.payment_failed',
  'invoice.updated',
  'invoice.voided',
  'payment_intent.payment_failed',
  'payment_intent.succeeded',
  'payment_method.attached',
  'payment_method.automatically_updated',
  'payment_method.detached',
  'payment_method.updated',
] as const satisfies Stripe.WebhookEndpointCreateParams.EnabledEvent[];

const modeOf = (key: string) => (/^[prs]k_live_/.test(key) ? 'live' : 'test');

async function findEndpoint({ stripe, webhookUrl }: Account) {
  const all = await allOf(stripe.webhookEndpoints.list({ limit: 100 }));
  return all.find(({ url, status }) => url === webhookUrl && status === 'enabled');
}

const webhookChecks: AccountCheck[] = [
  {
    reads: 'webhook endpoints',
    async find(account) {
      if (account.webhookUrl === null)
        return 'PUBLIC_URL is not set, so Stripe has no address to send events to.';
      return (await findEndpoint(account))
        ? null
        : `No enabled webhook endpoint sends events to ${account.webhookUrl}.`;
    },
  },
  {
    reads: 'webhook endpoints',
    async find(account) {
      const sent = (await findEndpoint(account))?.enabled_events ?? ['*'];
      const missing = handledEvents.filter((type) => !sent.includes(type));
      return sent.includes('*') || missing.length === 0
        ? null
        : `The webhook endpoint doesn't send these events: ${missing.join(', ')}.`;
    },
  },
  {
    reads: 'webhook endpoints',
    async find(account) {
      const endpoint = await findEndpoint(account);
      if (!endpoint || endpoint.api_version === apiVersion) return null;
      const version = endpoint.api_version ?? "the account's default API version";
      return `The webhook endpoint sends events of ${version} instead of ${apiVersion}.`;
    },
  },
];

const settingChecks: AccountCheck[] = [
  {
    reads: 'customer portal',
    async find({ stripe }) {
      const changed = await changedPortalFeatures(stripe);
      return changed.length === 0
        ? null
        : `The customer portal's configuration was changed: ${changed.join(', ')}. The product corrects it when a customer opens the portal.`;
    },
  },
  {
    reads: 'tax settings',
    async find({ stripe, automaticTax }) {
      if (!automaticTax) return null;
      const { status } = await resultOf(stripe.tax.settings.retrieve());
      return status === 'active'
        ? null
        : `STRIPE_TAX is on, but Stripe Tax isn't set up: its status is ${status}.`;
    },
  },
  {
    reads: 'keys',
    async find({ secretKey, publishableKey }) {
      const [secret, publishable] = [modeOf(secretKey), modeOf(publishableKey)];
      return secret === publishable
        ? null
        : `STRIPE_SECRET_KEY is a ${secret} key, but STRIPE_PUBLISHABLE_KEY a ${publishable} key.`;
    },
  },
];

const one = { limit: 1 };

/** Requests that need the rights to read what the product reads. */
const reads: Record<string, (stripe: Stripe) => Promise<unknown>> = {
  customers: ({ customers }) => customers.list(one),
  'payment methods': ({ paymentMethods }) => paymentMethods.list(one),
  'setup intents': ({ setupIntents }) => setupIntents.list(one),
  'payment intents': ({ paymentIntents }) => paymentIntents.list(one),
  subscriptions: ({ subscriptions }) => subscriptions.list(one),
  invoices: ({ invoices }) => invoices.list(one),
  charges: ({ charges }) => charges.list(one),
  refunds: ({ refunds }) => refunds.list(one),
  disputes: ({ disputes }) => disputes.list(one),
  products: ({ products }) => products.list(one),
  prices: ({ prices }) => prices.list(one),
  coupons: ({ coupons }) => coupons.list(one),
  'promotion codes': ({ promotionCodes }) => promotionCodes.list(one),
  events: ({ events }) => events.list(one),
};

const rightChecks: AccountCheck[] = Object.entries(reads).map(([name, read]) => ({
  reads: name,
  async find({ stripe }) {
    await resultOf(read(stripe));
    return null;
  },
}));

const checks = [...webhookChecks, ...settingChecks, ...rightChecks];

/** Settings that Stripe's API doesn't tell. */
export const checkedByHand = [
  'what follows the last retry of a failed payment: leave the subscription past due',
  "Stripe's own emails to customers: off",
  "Stripe's own page and email to confirm payments (3-D Secure): off",
  'rights of a restricted key to write, and to read tax rates and tax IDs',
];

/**
 * Returns sentences that say what in the account contradicts the product. Changes nothing. Throws when Stripe can't be
 * reached or rejects the key.
 */
export async function checkAccount(stripe: Stripe, options: AccountOptions): Promise<string[]> {
  const account = { ...options, stripe };
  const found: (string | null)[] = [];
  for (const { reads: name, find } of checks)
    found.push(await find(account).catch((error: unknown) => missingRight(error, name)));
  return [...new Set(found)].filter((sentence) => sentence !== null);
}

/** Returns the sentence of a refused right; throws any other error. */
function missingRight(error: unknown, name: string) {
  const isForbidden =
    error instanceof ProviderMisconfigured &&
    (error.cause as { statusCode?: number }).statusCode === 403;
  if (!isForbidden) throw error;
  return `STRIPE_SECRET_KEY has no right to read ${name}.`;
}
