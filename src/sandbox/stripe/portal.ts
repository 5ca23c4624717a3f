import { Failure } from '#contract/errors.ts';
import { Ledger } from './ledger.ts';
import { ask, type Provider } from './requests.ts';
import { readClock } from './store.ts';
import { liveStatuses } from './subscription-status.ts';
import {
  type Customer,
  idOf,
  type Invoice,
  type List,
  type PaymentMethod,
  type PortalSession,
  type Product,
  type Subscription,
} from './wire.ts';

/** Data of a customer that the portal's page shows. */
export interface PortalView {
  customer: { name: string | null; email: string | null };
  returnUrl: string | null;
  /** Products of the subscriptions. */
  products: Product[];
  subscriptions: Subscription[];
  invoices: Invoice[];
  card: PaymentMethod['card'] | null;
}

/** Actions of a customer on the portal's page; the session's id is the credential. */
export interface Portal {
  read: (session: string) => Promise<PortalView>;
  /** Saves a card by its payment method and makes it the default. */
  changeCard: (session: string, method: string) => Promise<void>;
  /** Cancels a subscription at the end of its paid period, or undoes that. */
  cancelAtPeriodEnd: (session: string, subscription: string, cancel: boolean) => Promise<void>;
  /** Pays an open invoice with the default card. */
  pay: (session: string, invoice: string) => Promise<void>;
}

type InWords = <T>(asked: Promise<T>) => Promise<T>;

const sessionSeconds = 3_600;

/** Creates the portal. It acts on the provider only, as the customer can on Stripe's own page. */
export function createPortal(provider: Provider, inWords: InWords): Portal {
  const call = <T extends object>(what: string, parameters?: Record<string, string>) =>
    inWords(ask<T>(provider, what, parameters));
  const customerOf = async (session: string) => (await open(provider, session)).customer;
  return {
    read: (session) => read(provider, session),
    async changeCard(session, method) {
      const customer = await customerOf(session);
      const { id } = await call<PaymentMethod>(
        `POST /v1/payment_methods/${encodeURIComponent(method)}/attach`,
        { customer },
      );
      await call(`POST /v1/customers/${customer}`, {
        'invoice_settings[default_payment_method]': id,
      });
      const { subscriptions } = await read(provider, session);
      for (const subscription of subscriptions) {
        if (!subscription.default_payment_method) continue;
        await call(`POST /v1/subscriptions/${subscription.id}`, { default_payment_method: id });
      }
    },
    async cancelAtPeriodEnd(session, subscription, cancel) {
      const { subscriptions } = await read(provider, session);
      if (!subscriptions.some(({ id }) => id === subscription)) throw new Failure('notFound');
      const cancelAtEnd = { cancel_at_period_end: `${cancel}` };
      await call(`POST /v1/subscriptions/${subscription}`, cancelAtEnd);
    },
    async pay(session, invoice) {
      const { invoices } = await read(provider, session);
      if (!invoices.some(({ id }) => id === invoice)) throw new Failure('notFound');
      await call(`POST /v1/invoices/${invoice}/pay`);
    },
  };
}

/** Returns the session with this id. Throws an hour after it was created. */
async function open({ store }: Provider, id: string): Promise<PortalSession> {
  const now = await readClock(store);
  const ledger = new Ledger(store, now, { id: '', idempotencyKey: null });
  const session = await ledger.find('billing_portal.session', id);
  if (!session || session.created + sessionSeconds < now) throw new Failure('notFound');
  return session;
}

async function read(provider: Provider, id: string): Promise<PortalView> {
  const { customer, return_url: returnUrl } = await open(provider, id);
  const of = { customer, limit: '100' };
  const {
    name = null,
    email,
    invoice_settings: settings,
  } = await ask<Customer>(provider, `GET /v1/customers/${customer}`);
  const { data: subscriptions } = await ask<List<Subscription>>(
    provider,
    'GET /v1/subscriptions',
    of,
  );
  const { data: invoices } = await ask<List<Invoice>>(provider, 'GET /v1/invoices', of);
  const method = settings.default_payment_method;
  const card =
    method && (await ask<PaymentMethod>(provider, `GET /v1/payment_methods/${idOf(method)}`)).card;
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

const productsOf = (provider: Provider, ids: readonly string[]) =>
  Promise.all(ids.map((id) => ask<Product>(provider, `GET /v1/products/${id}`)));
