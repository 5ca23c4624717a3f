import { type Delivering, type Delivery, listDeliveries, readDelivering } from './deliveries.ts';
import { type Fault, readFaults } from './faults.ts';
import { withOrigin } from './hosted.ts';
import { type Filter, Ledger } from './ledger.ts';
import type { Provider } from './requests.ts';
import { readClock } from './store.ts';
import type {
  Coupon,
  Customer,
  Event,
  Invoice,
  Product,
  PromotionCode,
  Subscription,
} from './wire.ts';

/** Records of the provider, newest first; `now` in epoch seconds. */
export interface Inspection {
  now: number;
  products: Product[];
  customers: Customer[];
  subscriptions: Subscription[];
  invoices: Invoice[];
  coupons: Coupon[];
  promotionCodes: PromotionCode[];
  events: Event[];
  /** Last thousand deliveries of events. */
  deliveries: Delivery[];
  delivering: Delivering;
  /** Faults of the next requests. */
  faults: Fault[];
}

const deliveriesShown = 1_000;

/** Returns all records, or those of one customer. */
export async function inspect(
  { store, pagesOrigin }: Provider,
  customer?: string,
): Promise<Inspection> {
  const now = await readClock(store);
  const ledger = new Ledger(store, now, { id: '', idempotencyKey: null });
  const theirs: Filter = customer ? { parent: customer } : {};
  const ofThem: Filter = customer ? { contains: { data: { object: { customer } } } } : {};
  const found: Inspection = {
    now,
    products: await ledger.list('product'),
    customers: await ledger.list('customer', customer ? { ids: [customer] } : {}),
    subscriptions: await ledger.list('subscription', theirs),
    invoices: await ledger.list('invoice', theirs),
    coupons: await ledger.list('coupon'),
    promotionCodes: await ledger.list('promotion_code'),
    events: await ledger.list('event', ofThem),
    deliveries: await listDeliveries(store, deliveriesShown),
    delivering: await readDelivering(store),
    faults: await readFaults(store),
  };
  return JSON.parse(withOrigin(JSON.stringify(found), pagesOrigin())) as Inspection;
}
