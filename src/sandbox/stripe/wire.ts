import type { Stripe } from 'stripe';

/** An SDK type as it travels: its decimals are strings. */
type Wire<T> = T extends Stripe.Decimal
  ? string
  : T extends string | number | boolean | null | undefined
    ? T
    : T extends readonly (infer E)[]
      ? Wire<E>[]
      : { [K in keyof T]: Wire<T[K]> };

/** The version of the API the sandbox speaks: a new SDK with another one does not compile. */
export const apiVersion: Stripe.LatestApiVersion = '2026-10-28.endive';

export type Product = Wire<Stripe.Product>;
export type Price = Wire<Stripe.Price>;
export type Plan = Wire<Stripe.Plan>;
export type Customer = Wire<Stripe.Customer>;
export type Subscription = Wire<Stripe.Subscription>;
export type SubscriptionItem = Wire<Stripe.SubscriptionItem>;
export type InvoiceLine = Wire<Stripe.InvoiceLineItem>;
/** Stripe's published example still carries the `subscription` that moved to `parent`. */
export type Invoice = Wire<Stripe.Invoice> & { subscription: null };
export type PortalSession = Wire<Stripe.BillingPortal.Session>;
export type PaymentMethod = Wire<Stripe.PaymentMethod>;
export type Card = Wire<Stripe.PaymentMethod.Card>;
export type Token = Wire<Stripe.Token>;
export type SetupIntent = Wire<Stripe.SetupIntent>;
export type PaymentIntent = Wire<Stripe.PaymentIntent>;
export type Charge = Wire<Stripe.Charge>;
export type InvoicePayment = Wire<Stripe.InvoicePayment>;
export type InvoiceItem = Wire<Stripe.InvoiceItem>;
export type Coupon = Wire<Stripe.Coupon>;
export type PromotionCode = Wire<Stripe.PromotionCode>;
export type Discount = Wire<Stripe.Discount>;
export type Refund = Wire<Stripe.Refund>;
export type TestClock = Wire<Stripe.TestHelpers.TestClock>;
export type Event = Wire<Stripe.Event>;
export type EventType = Event['type'];
export type List<T> = Stripe.ApiList<T>;
export type DeletedProduct = Stripe.DeletedProduct;
export type DeletedCustomer = Stripe.DeletedCustomer;

/** The objects the sandbox keeps, by the name its table knows them under. */
export interface Kinds {
  product: Product;
  price: Price;
  customer: Customer;
  deleted_customer: DeletedCustomer;
  subscription: Subscription;
  invoice: Invoice;
  invoice_payment: InvoicePayment;
  invoiceitem: InvoiceItem;
  payment_method: PaymentMethod;
  token: Token;
  setup_intent: SetupIntent;
  payment_intent: PaymentIntent;
  charge: Charge;
  coupon: Coupon;
  /** Its terms go on for those who have it. */
  deleted_coupon: Coupon;
  promotion_code: PromotionCode;
  discount: Discount;
  refund: Refund;
  'billing_portal.session': PortalSession;
  'test_helpers.test_clock': TestClock;
  event: Event;
}
export type Kind = keyof Kinds;

/** The id behind a field that holds an id, or the object itself when a caller asked to expand it. */
export const idOf = (reference: string | { id: string }) =>
  typeof reference === 'string' ? reference : reference.id;
