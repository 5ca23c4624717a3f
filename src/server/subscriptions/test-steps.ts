import type { Gateway } from '#server/payments/gateway.ts';

type Verb = (...given: unknown[]) => Promise<unknown>;

/** Callbacks around each call of the gateway; the first call is step 1. */
export interface Steps {
  before?: (step: number) => Promise<void> | void;
  after?: (step: number) => Promise<void> | void;
}

/** Wraps the gateway and calls the callbacks around each of its calls. */
export function watched(gateway: Gateway, { before, after }: Steps): Gateway {
  let taken = 0;
  return new Proxy(gateway, {
    get(target, name, receiver) {
      const verb = Reflect.get(target, name, receiver) as Verb;
      return async (...given: unknown[]) => {
        taken += 1;
        const step = taken;
        await before?.(step);
        const result = await verb(...given);
        await after?.(step);
        return result;
      };
    },
  });
}
