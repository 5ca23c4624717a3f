import { redirectDocument, type HeadersFunction } from 'react-router';

/** Those whose scripts some of our pages load, each where it is configured. */
export type Helper = 'stripe' | 'google';

/**
 * The headers of a page that such scripts work in: its document may load them, and no other may. The
 * server reads `page-loads` (`server/http/page-headers.ts`) and keeps it to itself.
 */
export const loading =
  (...helpers: Helper[]): HeadersFunction =>
  ({ parentHeaders }) => {
    const headers = new Headers(parentHeaders);
    headers.set('page-loads', helpers.join(' '));
    return headers;
  };

/** In the head of every document: whose scripts are loaded by pages that have something of them. */
export const helpersMark = 'helpers';

const isHelped = (helpers: readonly Helper[]) => {
  const mark = document.querySelector<HTMLMetaElement>(`meta[name="${helpersMark}"]`);
  return helpers.some((helper) => mark?.content.includes(helper));
};

/** The page that this document began with, whatever was visited in it since. */
const firstPath = () => {
  const [began] = performance.getEntriesByType('navigation');
  return began ? new URL(began.name).pathname : null;
};

/**
 * Before a page with something of theirs: what a document may load was decided when it was loaded, so
 * such a page begins one of its own.
 */
export const inOwnDocument =
  (...helpers: Helper[]) =>
  ({ request }: { request: Request }) => {
    const { pathname, search } = new URL(request.url);
    if (isHelped(helpers) && firstPath() !== pathname) {
      throw redirectDocument(`${pathname}${search}`);
    }
  };
