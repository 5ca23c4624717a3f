import { createHmac, timingSafeEqual } from 'node:crypto';

/** The one invoice that a link pays. */
export type PayableInvoice = { tenant: string; invoice: string };

type LinkContext = { origin: string; linkKey: Buffer };

/** Milliseconds for which a link works: each later email has a new one. */
const lifetime = 30 * 86_400_000;

const signatureOf = (linkKey: Buffer, claims: string) =>
  createHmac('sha256', linkKey).update(`pay:${claims}`).digest('base64url');

/** Returns the token of a link that pays an invoice: signed for this purpose, and expiring. */
export function payToken(
  linkKey: Buffer,
  { tenant, invoice }: PayableInvoice,
  expires = Date.now() + lifetime,
) {
  const claims = [tenant, invoice, Math.floor(expires / 1_000).toString(36)].join('.');
  return `${claims}.${signatureOf(linkKey, claims)}`;
}

/** Returns the URL of the page on which every holder of the link pays this invoice, without a session (R-SUB-25). */
export const payLink = ({ origin, linkKey }: LinkContext, payable: PayableInvoice) =>
  new URL(`/pay?token=${payToken(linkKey, payable)}`, origin);

/** Returns the invoice of a token; null for one that we did not sign or that has expired. Compares in constant time. */
export function readPayToken(linkKey: Buffer, token: string): PayableInvoice | null {
  const [tenant = '', invoice = '', expires = '', signature = '', ...rest] = token.split('.');
  if (rest.length > 0) return null;
  const right = Buffer.from(signatureOf(linkKey, [tenant, invoice, expires].join('.')));
  const sent = Buffer.from(signature);
  const isSigned = sent.length === right.length && timingSafeEqual(sent, right);
  return isSigned && parseInt(expires, 36) * 1_000 > Date.now() ? { tenant, invoice } : null;
}
