import { useEffect } from 'react';
import { redirect, useLocation } from 'react-router';
import {
  analyticsPath,
  currentCampaign,
  keptQuery,
} from '#web/components/campaign/carried-query.ts';
import { useSite } from './marketing-site.ts';

/**
 * Keeps the query of the previous page (a coupon) and the campaign on pages that sell: `export const
 * clientMiddleware = [keepQuery]` (R-SITE-08, R-UTM-01). While it runs, `window.location` is still the
 * previous page.
 */
export function keepQuery({ request }: { request: Request }) {
  const { pathname, searchParams } = new URL(request.url);
  const from = new URLSearchParams(window.location.search);
  const query = keptQuery(from, searchParams, currentCampaign());
  if (query) throw redirect(`${pathname}?${query.toString()}`);
}

/**
 * Reports a page view once per visit, if an address is configured (R-SITE-08). Returns the address:
 * on a static page the script reports to `data-page-views`.
 */
export function usePageView() {
  const { pathname, search } = useLocation();
  const endpoint = useSite()?.pageViews;
  useEffect(() => {
    if (endpoint)
      navigator.sendBeacon(endpoint, analyticsPath(pathname, search, currentCampaign()));
    // Another choice on the same page changes its query, which is not another view.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [endpoint, pathname]);
  return endpoint ?? undefined;
}
