import { redirectDocument, type HeadersFunction } from 'react-router';
import { Failure } from '#contract/errors.ts';

/** Third parties whose scripts some pages load, if they are configured. */
export type ThirdParty = 'stripe' | 'google';

/**
 * Returns the headers of a page that needs such scripts: only its document may load them. The
 * server reads `page-loads` (`server/platform/http/pages/headers.ts`) and removes it from the response.
 */
export const thirdPartyHeaders =
  (...helpers: ThirdParty[]): HeadersFunction =>
  ({ parentHeaders }) => {
    const headers = new Headers(parentHeaders);
    headers.set('page-loads', helpers.join(' '));
    return headers;
  };

/** Name of the element in each document's head that lists the configured third parties. */
export const thirdPartiesMeta = 'helpers';

function isConfigured(helpers: readonly ThirdParty[]) {
  const mark = document.querySelector<HTMLMetaElement>(`meta[name="${thirdPartiesMeta}"]`);
  return helpers.some((helper) => mark?.content.includes(helper));
}

/** Returns the path of the page that this document was loaded for, not the current one. */
function documentPath() {
  const [began] = performance.getEntriesByType('navigation');
  return began ? new URL(began.name).pathname : null;
}

/** Returns true if a page can load its scripts in a document of its own only: this one was loaded for another page. */
export const needsOwnDocument = (pathname: string, ...helpers: ThirdParty[]) =>
  isConfigured(helpers) && documentPath() !== pathname;

/**
 * Forces a full page load before a page with third-party scripts: the content policy of a document
 * is fixed when it is loaded.
 */
export const requireOwnDocument =
  (...helpers: ThirdParty[]) =>
  ({ request }: { request: Request }) => {
    const { pathname, search } = new URL(request.url);
    if (needsOwnDocument(pathname, ...helpers)) {
      // Offline the browser would replace the product with its own error page.
      if (!navigator.onLine) throw new Failure('unavailable');
      throw redirectDocument(`${pathname}${search}`);
    }
  };
