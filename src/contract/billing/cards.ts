import { z } from 'zod';
import { opaqueText } from '#contract/shapes.ts';

/** A card number of the sandbox; with Stripe, card numbers never reach the server (R-SUB-17). */
export const cardNumber = z.object({
  number: opaqueText(40).min(1, 'field.required'),
  expiryMonth: z.coerce.number('field.required').pipe(z.int('field.integer').min(0).max(99)),
  expiryYear: z.coerce.number('field.required').pipe(z.int('field.integer').min(0).max(9_999)),
  cvc: opaqueText(8).min(1, 'field.required'),
});
export type CardNumber = z.output<typeof cardNumber>;
