import type { Stripe } from 'stripe';

/** SDK type as sent over HTTP: its decimals are strings. */
type Serialized<T> = T extends Stripe.Decimal
  ? string
  : T extends string | number | boolean | null | undefined
    ? T
    : T extends readonly (infer E)[]
      ? Serialized<E>[]
      : { [K in keyof T]: Serialized<T[K]> };

/** API version of the sandbox: a new SDK with another one does not compile. */
export const apiVersion: Stripe.LatestApiVersion = '2026-10-28.endive';

export type Product = Serialized<Stripe.Product>;
export type Price = Serialized<Stripe.Price>;
export type Plan = Serialized<Stripe.Plan>;
export type Customer = Serialized<Stripe.Customer>;
export type CustomerBalanceTransaction = Serialized<Stripe.CustomerBalanceTransaction>;
export type Subscription = Serialized<Stripe.Subscription>;
export type SubscriptionItem = Serialized<Stripe.SubscriptionItem>;
export type InvoiceLine = Serialized<Stripe.InvoiceLineItem>;
/** Invoice; Stripe's published example still carries the `subscription` that moved to `parent`. */
export type Invoice = Serialized<Stripe.Invoice> & { subscription: null };
export type PortalSession = Serialized<Stripe.BillingPortal.Session>;
export type PortalConfiguration = Serialized<Stripe.BillingPortal.Configuration>;
export type PaymentMethod = Serialized<Stripe.PaymentMethod>;
export type Card = Serialized<Stripe.PaymentMethod.Card>;
export type Token = Serialized<Stripe.Token>;
export type SetupIntent = Serialized<Stripe.SetupIntent>;
export type PaymentIntent = Serialized<Stripe.PaymentIntent>;
export type Charge = Serialized<Stripe.Charge>;
export type InvoicePayment = Serialized<Stripe.InvoicePayment>;
export type InvoiceItem = Serialized<Stripe.InvoiceItem>;
export type Coupon = Serialized<Stripe.Coupon>;
export type PromotionCode = Serialized<Stripe.PromotionCode>;
export type Discount = Serialized<Stripe.Discount>;
export type TaxId = Serialized<Stripe.TaxId>;
export type TaxRate = Serialized<Stripe.TaxRate>;
export type Refund = Serialized<Stripe.Refund>;
export type Dispute = Serialized<Stripe.Dispute>;
export type TestClock = Serialized<Stripe.TestHelpers.TestClock>;
export type Event = Serialized<Stripe.Event>;
export type EventType = Event['type'];
export type List<T> = Stripe.ApiList<T>;
export type DeletedProduct = Stripe.DeletedProduct;
export type DeletedCustomer = Stripe.DeletedCustomer;

/** Objects of the sandbox, by the name of their kind in its table. */
export type ObjectsByKind = {
  product: Product;
  price: Price;
  customer: Customer;
  deleted_customer: DeletedCustomer;
  customer_balance_transaction: CustomerBalanceTransaction;
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
  dispute: Dispute;
  tax_id: TaxId;
  'billing_portal.configuration': PortalConfiguration;
  'billing_portal.session': PortalSession;
  'test_helpers.test_clock': TestClock;
  event: Event;
};
export type ObjectKind = keyof ObjectsByKind;

/** Returns the id of a field that holds an id, or an object when expanded. */
export const idOf = (reference: string | { id: string }) =>
  typeof reference === 'string' ? reference : reference.id;
