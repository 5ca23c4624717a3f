import { type ApiContext, callApi } from '#sandbox/stripe/api/dispatch.ts';
import { resourceMissing } from '#sandbox/stripe/api/errors.ts';
import { runWithoutRequest } from '#sandbox/stripe/api/execution.ts';
import { type Fault, setFaults, readFaults } from '#sandbox/stripe/api/faults.ts';
import { withPagesUrl } from '#sandbox/stripe/api/hosted-urls.ts';
import { advanceClock } from '#sandbox/stripe/clock/advance.ts';
import {
  type DeliverySettings,
  purgeExpired,
  resendEvent,
  saveDeliverySettings,
  type WebhookDelivery,
  listDeliveries,
  readDeliverySettings,
} from '#sandbox/stripe/events/deliveries.ts';
import type { WebhookSender } from '#sandbox/stripe/events/webhook-sender.ts';
import { authorizeInvoice } from '#sandbox/stripe/invoices/download.ts';
import { completeAuthentication } from '#sandbox/stripe/payments/authentication.ts';
import {
  createCustomerPortal,
  createHostedInvoice,
  type CustomerPortal,
  type HostedInvoice,
} from '#sandbox/stripe/portal/portal.ts';
import { type ObjectFilter, openReader } from '#sandbox/stripe/store/object-repository.ts';
import { readClockOffset } from '#sandbox/stripe/store/store.ts';
import type {
  Coupon,
  Customer,
  Event,
  Invoice,
  Product,
  PromotionCode,
  Subscription,
} from '#sandbox/stripe/store/types.ts';

/** Operations outside of the API, for tests and hosted pages. Refusals are a `StripeApiError`. */
export type SandboxControls = {
  inspect: (customer?: string) => Promise<SandboxRecords>;
  /** Resolves when every due event was delivered or its attempt failed. */
  whenDelivered: () => Promise<void>;
  /** Moves the clock; everything due happens at its own time and is delivered. Returns the new time. */
  advance: (seconds: number) => Promise<number>;
  /** Returns the seconds by which the clock is ahead of real time. */
  clockOffset: () => Promise<number>;
  setDeliveryMode: (settings: DeliverySettings) => Promise<void>;
  setFaults: (request: { next: readonly Fault[]; count: number }) => Promise<void>;
  /** Sends an event again; throws a 404 for an unknown one. */
  resend: (event: string) => Promise<void>;
  /** Deletes old events, deliveries and idempotent replies. */
  purge: () => Promise<void>;
  /** Creates a coupon that is redeemed by its code. */
  createCoupon: (order: CouponWithCode) => Promise<object>;
  /** Answers a bank's 3-D Secure request as the cardholder; the payment continues. */
  completeAuthentication: (answer: {
    clientSecret: string;
    outcome: 'succeed' | 'fail';
  }) => Promise<object>;
  portal: CustomerPortal;
  hostedInvoice: HostedInvoice;
  /** Throws a 404 unless this is the key in the URL of the invoice. */
  authorizeInvoice: (id: string, key: string) => Promise<void>;
};

export function createControls(provider: ApiContext, sender: WebhookSender): SandboxControls {
  const { store } = provider;
  return {
    inspect: (customer) => inspectRecords(provider, customer),
    whenDelivered: sender.whenIdle,
    // Delivers the events of each moment before moving on to the next one.
    advance: (seconds) => advanceClock(store, seconds, sender.whenIdle),
    clockOffset: () => readClockOffset(store),
    setDeliveryMode: (settings) => saveDeliverySettings(store, settings),
    setFaults: (request) => setFaults(store, request),
    async resend(event) {
      if (!(await resendEvent(store, event))) throw resourceMissing('event', event);
      sender.wake();
    },
    purge: () => store.transaction(purgeExpired),
    createCoupon: (order) => createCouponWithCode(provider, order),
    async completeAuthentication({ clientSecret, outcome }) {
      const { id, object, status } = await runWithoutRequest(store, (objects) =>
        completeAuthentication(objects, clientSecret, outcome),
      );
      sender.wake();
      return { id, object, status };
    },
    portal: createCustomerPortal(provider),
    hostedInvoice: createHostedInvoice(provider),
    authorizeInvoice: (id, key) => authorizeInvoice(store, { id, key }),
  };
}

/** Coupon to create: a percentage, or an amount in minor units of a currency. */
type CouponWithCode = {
  code: string;
  amountOff?: number;
  percentOff?: number;
  currency?: string;
  maxRedemptions?: number;
  active?: boolean;
  duration?: 'once' | 'repeating' | 'forever';
  durationInMonths?: number;
};

/** Creates a coupon that customers redeem by its code, and retires an older one with the same code. */
async function createCouponWithCode(provider: ApiContext, order: CouponWithCode) {
  const { code, percentOff, amountOff, currency = 'usd', maxRedemptions, active = true } = order;
  await retire(provider, code);
  const limit: Record<string, string> =
    maxRedemptions === undefined ? {} : { max_redemptions: `${maxRedemptions}` };
  const coupon = await callApi<{ id: string }>(provider, 'POST /v1/coupons', {
    name: code,
    duration: order.duration ?? 'once',
    ...(order.durationInMonths && { duration_in_months: `${order.durationInMonths}` }),
    ...(percentOff === undefined
      ? { amount_off: `${amountOff}`, currency }
      : { percent_off: `${percentOff}` }),
    ...limit,
  });
  await callApi(provider, 'POST /v1/promotion_codes', {
    'promotion[type]': 'coupon',
    'promotion[coupon]': coupon.id,
    code,
    active: `${active}`,
    ...limit,
  });
  return { ...coupon, code, active };
}

async function retire(provider: ApiContext, code: string) {
  const older = await callApi<{ data: { id: string }[] }>(provider, 'GET /v1/promotion_codes', {
    code,
    active: 'true',
  });
  for (const { id } of older.data) {
    await callApi(provider, `POST /v1/promotion_codes/${id}`, { active: 'false' });
  }
}

/** Records of the provider, newest first; `now` in epoch seconds. */
type SandboxRecords = {
  now: number;
  products: Product[];
  customers: Customer[];
  subscriptions: Subscription[];
  invoices: Invoice[];
  coupons: Coupon[];
  promotionCodes: PromotionCode[];
  events: Event[];
  /** Last thousand deliveries of events. */
  deliveries: WebhookDelivery[];
  delivering: DeliverySettings;
  /** Faults of the next requests. */
  faults: Fault[];
};

const deliveriesShown = 1_000;

/** Returns all records, or those of one customer. */
async function inspectRecords(
  { store, pagesUrl }: ApiContext,
  customer?: string,
): Promise<SandboxRecords> {
  const objects = await openReader(store);
  const byCustomer: ObjectFilter = customer ? { parent: customer } : {};
  const eventsOfCustomer: ObjectFilter = customer
    ? { contains: { data: { object: { customer } } } }
    : {};
  const found: SandboxRecords = {
    now: objects.now,
    products: await objects.list('product'),
    customers: await objects.list('customer', customer ? { ids: [customer] } : {}),
    subscriptions: await objects.list('subscription', byCustomer),
    invoices: await objects.list('invoice', byCustomer),
    coupons: await objects.list('coupon'),
    promotionCodes: await objects.list('promotion_code'),
    events: await objects.list('event', eventsOfCustomer),
    deliveries: await listDeliveries(store, deliveriesShown),
    delivering: await readDeliverySettings(store),
    faults: await readFaults(store),
  };
  return JSON.parse(withPagesUrl(JSON.stringify(found), pagesUrl())) as SandboxRecords;
}
