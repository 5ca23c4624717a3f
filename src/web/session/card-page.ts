import { redirectDocument, type HeadersFunction } from 'react-router';

/**
 * The headers of a page that asks for cards: its document may load Stripe, and no other may. The
 * server reads them (`server/http/page-headers.ts`) and keeps them to itself.
 */
export const cardHeaders: HeadersFunction = ({ parentHeaders }) => {
  const headers = new Headers(parentHeaders);
  headers.set('page-loads', 'stripe');
  return headers;
};

/** In the head of every document while Stripe takes the cards. */
export const stripeMark = 'takes-cards';

const usesStripe = () => document.querySelector(`meta[name="${stripeMark}"]`) !== null;

/** The page that this document began with, whatever was visited in it since. */
const firstPath = () => {
  const [began] = performance.getEntriesByType('navigation');
  return began ? new URL(began.name).pathname : null;
};

/**
 * Before a page that asks for cards: what a document may load was decided when it was loaded, so
 * such a page begins one of its own.
 */
export const inOwnDocument = ({ request }: { request: Request }) => {
  const { pathname, search } = new URL(request.url);
  if (usesStripe() && firstPath() !== pathname) throw redirectDocument(`${pathname}${search}`);
};
