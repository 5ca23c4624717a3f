import type { ApiContext } from '#sandbox/stripe/api/dispatch.ts';
import { type Fault, readFaults } from '#sandbox/stripe/api/faults.ts';
import { withPagesUrl } from '#sandbox/stripe/api/hosted-urls.ts';
import {
  type DeliverySettings,
  type WebhookDelivery,
  listDeliveries,
  readDeliverySettings,
} from '#sandbox/stripe/events/deliveries.ts';
import { type ObjectFilter, openReader } from '#sandbox/stripe/store/object-repository.ts';
import type {
  Coupon,
  Customer,
  Event,
  Invoice,
  Product,
  PromotionCode,
  Subscription,
} from '#sandbox/stripe/store/types.ts';

/** Records of the provider, newest first; `now` in epoch seconds. */
export interface SandboxRecords {
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
}

const deliveriesShown = 1_000;

/** Returns all records, or those of one customer. */
export async function inspectRecords(
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
