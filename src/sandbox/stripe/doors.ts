import { Failure } from '#contract/errors.ts';
import { authenticate } from './authentication.ts';
import { type CouponOrder, makeCoupon } from './coupon-door.ts';
import type { Courier } from './courier.ts';
import { type Delivering, purge, resend, setDelivering } from './deliveries.ts';
import { act } from './execution.ts';
import { StripeFailure } from './failure.ts';
import { type Fault, setFaults } from './faults.ts';
import { inspect, type Inspection } from './inspection.ts';
import { invoiceFile } from './invoice-file.ts';
import { createPortal, type Portal } from './portal.ts';
import type { Provider } from './requests.ts';
import { advance } from './time.ts';

/** Operations outside of the API, for the sandbox's endpoints, tests and hosted pages. */
export interface Doors {
  inspect: (customer?: string) => Promise<Inspection>;
  /** Resolves when every due event was delivered or its attempt failed. */
  settled: () => Promise<void>;
  /** Moves the clock; everything due happens at its own time and is delivered. Returns the new time. */
  advance: (seconds: number) => Promise<number>;
  deliver: (how: Delivering) => Promise<void>;
  fail: (how: { next: readonly Fault[]; count: number }) => Promise<void>;
  /** Sends an event again; throws `notFound` for an unknown one. */
  resend: (event: string) => Promise<void>;
  /** Deletes old events, deliveries and idempotent replies. */
  purge: () => Promise<void>;
  /** Creates a coupon that is redeemed by its code. */
  makeCoupon: (order: CouponOrder) => Promise<object>;
  /** Answers a bank's 3-D Secure request as the cardholder; the payment continues. */
  authenticate: (answer: { clientSecret: string; outcome: 'succeed' | 'fail' }) => Promise<object>;
  portal: Portal;
  /** Returns the PDF of an invoice to a caller with its key; throws `notFound` otherwise. */
  invoiceFile: (id: string, key: string) => Promise<Buffer>;
}

export function createDoors(provider: Provider, courier: Courier): Doors {
  const { store } = provider;
  return {
    inspect: (customer) => inspect(provider, customer),
    settled: courier.settled,
    // Delivers the events of each moment before moving on to the next one.
    advance: (seconds) => advance(store, seconds, courier.settled),
    deliver: (how) => setDelivering(store, how),
    fail: (how) => setFaults(store, how),
    async resend(event) {
      if (!(await resend(store, event))) throw new Failure('notFound');
      courier.wake();
    },
    purge: () => store.transaction(purge),
    makeCoupon: (order) => inWords(makeCoupon(provider, order)),
    async authenticate({ clientSecret, outcome }) {
      const answered = act(store, (ledger) => authenticate(ledger, clientSecret, outcome));
      const { id, object, status } = await inWords(answered);
      courier.wake();
      return { id, object, status };
    },
    portal: createPortal(provider, inWords),
    invoiceFile: (id, key) => invoiceFile(store, { id, key }),
  };
}

/** Translates the provider's refusals into problems that the product's pages show. */
async function inWords<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    if (!(error instanceof StripeFailure)) throw error;
    if (error.status === 402) throw new Failure('billing.cardDeclined');
    throw new Failure(error.status === 404 ? 'notFound' : 'validation');
  }
}
