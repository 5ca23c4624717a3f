/** Public functions and types of the Stripe sandbox. Other code imports nothing else from its folders. */
export { StripeApiError } from './api/errors.ts';
export { faultTypes } from './api/faults.ts';
export { deliveryModes, readWebhookSecret } from './events/deliveries.ts';
export { createStripeSandbox, type StripeSandbox } from './sandbox.ts';
export { createSchema } from './store/schema.ts';
export { createStore } from './store/store.ts';
