import type { CouponOrder } from './coupon-door.ts';
import type { Delivering } from './deliveries.ts';
import type { Fault } from './faults.ts';
import type { StripeSandbox } from './sandbox.ts';

/** Returns the operations under `/sandbox/payments`; calls `moved` after the clock was moved. */
export function paymentDoors(sandbox: StripeSandbox, moved: () => Promise<void>) {
  const { portal } = sandbox;
  return {
    inspect: sandbox.inspect,
    async clock({ advanceSeconds }: { advanceSeconds: number }) {
      const now = await sandbox.advance(advanceSeconds);
      await sandbox.settled();
      await moved();
      return { now };
    },
    async deliveries(how: Delivering) {
      await sandbox.deliver(how);
      return how;
    },
    async faults(how: { next: Fault[]; count: number }) {
      await sandbox.fail(how);
      return how;
    },
    coupons: (order: CouponOrder) => sandbox.makeCoupon(order),
    authentications: sandbox.authenticate,
    resend: ({ event }: { event: string }) => sandbox.resend(event),
    invoiceFile: sandbox.invoiceFile,
    portal: {
      read: portal.read,
      card: (session: string, { paymentMethod }: { paymentMethod: string }) =>
        portal.changeCard(session, paymentMethod),
      cancel: (
        session: string,
        { subscription, cancel }: { subscription: string; cancel: boolean },
      ) => portal.cancelAtPeriodEnd(session, subscription, cancel),
      pay: (session: string, { invoice }: { invoice: string }) => portal.pay(session, invoice),
    },
  };
}
