import type { StripeClient } from '#server/platform/stripe/client.ts';

type ClientCall = (...given: unknown[]) => Promise<unknown>;

/** Callbacks around each call of the Stripe client; the first call is step 1. */
export type CallObserver = {
  before?: (step: number, verb: string) => Promise<void> | void;
  after?: (step: number) => Promise<void> | void;
};

/** Wraps the Stripe client and calls the callbacks around each of its calls. */
export function observeCalls(stripe: StripeClient, { before, after }: CallObserver): StripeClient {
  let taken = 0;
  return new Proxy(stripe, {
    get(target, name, receiver) {
      const verb = Reflect.get(target, name, receiver) as ClientCall;
      return async (...given: unknown[]) => {
        taken += 1;
        const step = taken;
        await before?.(step, String(name));
        const result = await verb(...given);
        await after?.(step);
        return result;
      };
    },
  });
}
