/**
 * Placeholder origin of hosted pages in records. It is replaced by the current origin on the way out, so
 * that records survive a change of address.
 */
const placeholderOrigin = 'https://pages.sandbox.invalid';

/** Returns the URL of a hosted page, as records store it. */
export const hostedUrl = (path: string) => `${placeholderOrigin}/sandbox/payments/${path}`;

/** Returns a text with the URLs of hosted pages under the current origin. */
export const withPagesOrigin = (text: string, origin: string) =>
  text.replaceAll(placeholderOrigin, origin);
