import { createHmac, timingSafeEqual } from 'node:crypto';

/** Dependencies of links to documents; `AppContext` satisfies them. */
export type InvoiceLinkContext = {
  origin: () => string;
  /** Secret of the installation, with which the links are signed. */
  linkKey: Buffer;
};

const signatureOf = (linkKey: Buffer, invoice: string) =>
  createHmac('sha256', linkKey).update(`invoice:${invoice}`).digest('base64url');

/**
 * Returns the URL of an invoice as PDF. It opens for every holder, without a session, as links in emails
 * must, and until the organization is deleted (R-INV-05).
 */
export const invoiceLink = ({ origin, linkKey }: InvoiceLinkContext, invoice: string) =>
  `${origin()}/invoices/${invoice}.pdf?key=${signatureOf(linkKey, invoice)}`;

/** Returns true when the key is the one in the link of this invoice; compares in constant time. */
export function isInvoiceKey({ linkKey }: InvoiceLinkContext, invoice: string, key: string) {
  const [sent, right] = [Buffer.from(key), Buffer.from(signatureOf(linkKey, invoice))];
  return sent.length === right.length && timingSafeEqual(sent, right);
}

/** Returns the link to the document in a language. */
export const inLanguage = (link: string, locale: string) => `${link}&lang=${locale}`;
