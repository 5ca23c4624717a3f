import type { Stripe } from 'stripe';

/** SDK type as sent over HTTP: its decimals are strings. */
type Wire<T> = T extends Stripe.Decimal
  ? string
  : T extends string | number | boolean | null | undefined
    ? T
    : T extends readonly (infer E)[]
      ? Wire<E>[]
      : { [K in keyof T]: Wire<T[K]> };

/** API version of the sandbox: a new SDK with another one does not compile. */
export const apiVersion: Stripe.LatestApiVersion = '2026-10-28.endive';

export type Product = Wire<Stripe.Product>;
export type Price = Wire<Stripe.Price>;
export type Plan = Wire<Stripe.Plan>;
export type Customer = Wire<Stripe.Customer>;
export type Subscription = Wire<Stripe.Subscription>;
export type SubscriptionItem = Wire<Stripe.SubscriptionItem>;
export type InvoiceLine = Wire<Stripe.InvoiceLineItem>;
/** Invoice; Stripe's published example still carries the `subscription` that moved to `parent`. */
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

/** Objects of the sandbox, by the name of their kind in its table. */
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
  /** Deleted coupon, which existing discounts keep. */
  deleted_coupon: Coupon;
  promotion_code: PromotionCode;
  discount: Discount;
  refund: Refund;
  'billing_portal.session': PortalSession;
  'test_helpers.test_clock': TestClock;
  event: Event;
}
export type Kind = keyof Kinds;

/** Returns the id of a field that holds an id, or an object when expanded. */
export const idOf = (reference: string | { id: string }) =>
  typeof reference === 'string' ? reference : reference.id;
