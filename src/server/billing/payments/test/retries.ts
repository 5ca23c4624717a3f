import { Stripe } from 'stripe';
import { afterAll, beforeAll, vi } from 'vitest';

/** Lets the SDK repeat a failed request at once, in the tests of this file or block; by default it waits up to 2 s. */
export function retryWithoutDelay() {
  const methods = ['getInitialNetworkRetryDelay', 'getMaxNetworkRetryDelay'] as const;
  let spies: { mockRestore: () => void }[] = [];
  beforeAll(() => {
    spies = methods.map((method) => vi.spyOn(Stripe.prototype, method).mockReturnValue(0));
  });
  afterAll(() => {
    for (const spy of spies) spy.mockRestore();
  });
}
