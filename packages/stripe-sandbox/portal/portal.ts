import { callApi, type ApiContext } from '#sandbox/stripe/api/dispatch.ts';
import { invalidRequest, resourceMissing } from '#sandbox/stripe/api/errors.ts';
import { authorizeInvoice } from '#sandbox/stripe/invoices/download.ts';
import { intentIdFromSecret } from '#sandbox/stripe/payments/new-intent.ts';
import { openReader } from '#sandbox/stripe/store/object-repository.ts';
import {
  type Customer,
  idOf,
  type Invoice,
  type List,
  type PaymentIntent,
  type PaymentMethod,
  type PortalSession,
  type Product,
  type Subscription,
} from '#sandbox/stripe/store/types.ts';
import { currentPeriodEnd } from '#sandbox/stripe/subscriptions/periods.ts';
import { liveStatuses } from '#sandbox/stripe/subscriptions/status.ts';

/** Data of a customer that the portal's page shows. */
export type PortalView = {
  customer: { name: string | null; email: string | null };
  returnUrl: string | null;
  /** Products of the subscriptions. */
  products: Product[];
  subscriptions: Subscription[];
  invoices: Invoice[];
  card: PaymentMethod['card'] | null;
};

/**
 * Actions of a customer on the portal's page; the session's id is the credential. Refusals are a
 * `StripeApiError`.
 */
export type CustomerPortal = {
  read: (session: string) => Promise<PortalView>;
  /** Saves a card by its payment method and makes it the default. */
  changeCard: (session: string, method: string) => Promise<void>;
  /** Cancels a subscription at the end of its paid period, or undoes that. */
  cancelAtPeriodEnd: (session: string, subscription: string, cancel: boolean) => Promise<void>;
  /** Pays an open invoice with the default card. */
  pay: (session: string, invoice: string) => Promise<void>;
};

const sessionSeconds = 3_600;

/** Creates the portal. It acts on the provider only, as the customer can on Stripe's own page. */
export function createCustomerPortal(provider: ApiContext): CustomerPortal {
  const call = <T extends object>(endpoint: string, parameters?: Record<string, string>) =>
    callApi<T>(provider, endpoint, parameters);
  const customerOf = async (session: string) => (await requireSession(provider, session)).customer;
  return {
    read: (session) => readPortal(provider, session),
    async changeCard(session, method) {
      const customer = await customerOf(session);
      const { id } = await call<PaymentMethod>(
        `POST /v1/payment_methods/${encodeURIComponent(method)}/attach`,
        { customer },
      );
      await call(`POST /v1/customers/${customer}`, {
        'invoice_settings[default_payment_method]': id,
      });
      const { subscriptions } = await readPortal(provider, session);
      for (const subscription of subscriptions) {
        if (!subscription.default_payment_method) continue;
        await call(`POST /v1/subscriptions/${subscription.id}`, { default_payment_method: id });
      }
    },
    async cancelAtPeriodEnd(session, subscription, cancel) {
      const { subscription_cancel: feature } = (await featuresOf(provider, session)) ?? {};
      if (!feature?.enabled) throw invalidRequest('Cancelling is not enabled in this portal.');
      const { subscriptions } = await readPortal(provider, session);
      const found = subscriptions.find(({ id }) => id === subscription);
      if (!found) throw resourceMissing('subscription', subscription);
      // A date in flexible billing mode: docs.stripe.com/billing/subscriptions/billing-mode/compare
      const cancelAt = cancel ? String(currentPeriodEnd(found)) : '';
      await call(`POST /v1/subscriptions/${subscription}`, { cancel_at: cancelAt });
    },
    async pay(session, invoice) {
      const { invoices } = await readPortal(provider, session);
      if (!invoices.some(({ id }) => id === invoice)) throw resourceMissing('invoice', invoice);
      await call(`POST /v1/invoices/${invoice}/pay`);
    },
  };
}

/** Returns the session with this id. Throws a 404 an hour after it was created. */
async function requireSession({ store }: ApiContext, id: string): Promise<PortalSession> {
  const objects = await openReader(store);
  const session = await objects.find('billing_portal.session', id);
  if (!session || session.created + sessionSeconds < objects.now)
    throw resourceMissing('billing_portal.session', id);
  return session;
}

/** Returns the features that the configuration of a session has. */
async function featuresOf(provider: ApiContext, session: string) {
  const { configuration } = await requireSession(provider, session);
  const objects = await openReader(provider.store);
  return (await objects.find('billing_portal.configuration', idOf(configuration)))?.features;
}

async function readPortal(provider: ApiContext, id: string): Promise<PortalView> {
  const { customer, return_url: returnUrl } = await requireSession(provider, id);
  const of = { customer, limit: '100' };
  const {
    name = null,
    email,
    invoice_settings: settings,
  } = await callApi<Customer>(provider, `GET /v1/customers/${customer}`);
  const { data: subscriptions } = await callApi<List<Subscription>>(
    provider,
    'GET /v1/subscriptions',
    of,
  );
  const { data: invoices } = await callApi<List<Invoice>>(provider, 'GET /v1/invoices', of);
  const method = settings.default_payment_method;
  const card =
    method &&
    (await callApi<PaymentMethod>(provider, `GET /v1/payment_methods/${idOf(method)}`)).card;
  const live = subscriptions.filter(({ status }) => liveStatuses.some((name) => name === status));
  const bought = live.flatMap(({ items }) => items.data.map(({ price }) => idOf(price.product)));
  return {
    customer: { name, email },
    returnUrl,
    products: await productsOf(provider, bought),
    subscriptions: live,
    invoices: invoices.filter(({ status }) => status !== 'draft'),
    card: card || null,
  };
}

const productsOf = (provider: ApiContext, ids: readonly string[]) =>
  Promise.all(ids.map((id) => callApi<Product>(provider, `GET /v1/products/${id}`)));

/**
 * The page at an invoice's URL, on which its holder pays it (docs.stripe.com/invoicing/hosted-invoice-page). Refusals are a
 * `StripeApiError`.
 */
export type HostedInvoice = {
  read: (access: InvoiceAccess) => Promise<Invoice>;
  /** Pays an open or uncollectible invoice with a payment method, which may have to be authenticated afterwards. */
  pay: (access: InvoiceAccess, method: string) => Promise<PaymentIntent>;
};

type InvoiceAccess = { id: string; key: string };

/** Creates the page. It acts on the provider only, as a payer can on Stripe's own page. */
export function createHostedInvoice(provider: ApiContext): HostedInvoice {
  const read = async (access: InvoiceAccess) => {
    await authorizeInvoice(provider.store, access);
    const expand = { 'expand[]': 'confirmation_secret' };
    return callApi<Invoice>(provider, `GET /v1/invoices/${access.id}`, expand);
  };
  return {
    read,
    async pay(access, method) {
      const { status, confirmation_secret: secret } = await read(access);
      if ((status !== 'open' && status !== 'uncollectible') || !secret) {
        throw invalidRequest('This invoice is not open.');
      }
      const intent = intentIdFromSecret(secret.client_secret);
      const payment = { payment_method: method };
      return callApi(provider, `POST /v1/payment_intents/${intent}/confirm`, payment);
    },
  };
}
