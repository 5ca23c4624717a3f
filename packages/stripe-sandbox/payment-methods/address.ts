import { emptyable, objectParam, stringParam } from '#sandbox/stripe/api/params.ts';

/** Address of a customer or of a card's holder. */
export const addressParam = objectParam({
  city: emptyable(stringParam),
  country: emptyable(stringParam),
  line1: emptyable(stringParam),
  line2: emptyable(stringParam),
  postal_code: emptyable(stringParam),
  state: emptyable(stringParam),
});
