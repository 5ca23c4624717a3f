import { redirectDocument, type HeadersFunction } from 'react-router';

/** Third parties whose scripts some pages load, if they are configured. */
export type Helper = 'stripe' | 'google';

/**
 * Returns the headers of a page that needs such scripts: only its document may load them. The
 * server reads `page-loads` (`server/http/page-headers.ts`) and removes it from the response.
 */
export const loading =
  (...helpers: Helper[]): HeadersFunction =>
  ({ parentHeaders }) => {
    const headers = new Headers(parentHeaders);
    headers.set('page-loads', helpers.join(' '));
    return headers;
  };

/** Name of the element in each document's head that lists the configured third parties. */
export const helpersMark = 'helpers';

const isHelped = (helpers: readonly Helper[]) => {
  const mark = document.querySelector<HTMLMetaElement>(`meta[name="${helpersMark}"]`);
  return helpers.some((helper) => mark?.content.includes(helper));
};

/** Returns the path of the page that this document was loaded for, not the current one. */
const firstPath = () => {
  const [began] = performance.getEntriesByType('navigation');
  return began ? new URL(began.name).pathname : null;
};

/**
 * Forces a full page load before a page with third-party scripts: the content policy of a document
 * is fixed when it is loaded.
 */
export const inOwnDocument =
  (...helpers: Helper[]) =>
  ({ request }: { request: Request }) => {
    const { pathname, search } = new URL(request.url);
    if (isHelped(helpers) && firstPath() !== pathname) {
      throw redirectDocument(`${pathname}${search}`);
    }
  };
