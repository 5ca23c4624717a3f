import type { Fault } from '#sandbox/stripe/api/faults.ts';
import type { DeliverySettings } from '#sandbox/stripe/events/deliveries.ts';
import type { StripeSandbox } from '#sandbox/stripe/sandbox.ts';
import type { CouponWithCode } from './coupons.ts';

/** Returns the operations under `/sandbox/payments`; calls `moved` after the clock was moved. */
export function createControlHandlers(sandbox: StripeSandbox, moved: () => Promise<void>) {
  const { portal } = sandbox;
  return {
    inspect: sandbox.inspect,
    async clock({ advanceSeconds }: { advanceSeconds: number }) {
      const now = await sandbox.advance(advanceSeconds);
      await sandbox.whenDelivered();
      await moved();
      return { now };
    },
    async deliveries(how: DeliverySettings) {
      await sandbox.setDeliveryMode(how);
      return how;
    },
    async faults(how: { next: Fault[]; count: number }) {
      await sandbox.setFaults(how);
      return how;
    },
    coupons: (order: CouponWithCode) => sandbox.createCoupon(order),
    authentications: sandbox.completeAuthentication,
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
