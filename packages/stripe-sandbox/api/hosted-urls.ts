/**
 * Placeholder of the hosted pages' address in records. It is replaced by the current address on the way
 * out, so that records survive a change of it. Stored records contain it: changing it breaks them.
 */
const placeholder = 'https://pages.sandbox.invalid/sandbox/payments';

/** Returns the URL of a hosted page, as records store it. */
export const hostedUrl = (path: string) => `${placeholder}/${path}`;

/** Returns a text with the URLs of hosted pages under their current address. */
export const withPagesUrl = (text: string, pagesUrl: string) =>
  text.replaceAll(placeholder, pagesUrl);
