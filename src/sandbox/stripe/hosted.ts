/**
 * Pages that the provider hosts are recorded under this name and told under the origin of the day:
 * records outlive a change of address.
 */
const recorded = 'https://pages.sandbox.invalid';

/** The address of a hosted page, as records hold it. */
export const hostedUrl = (path: string) => `${recorded}/sandbox/payments/${path}`;

/** A text with the addresses of hosted pages as a browser reaches them. */
export const withOrigin = (text: string, origin: string) => text.replaceAll(recorded, origin);
