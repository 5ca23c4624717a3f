import { useEffect } from 'react';
import { redirect, useLocation } from 'react-router';
import { carriedQuery, reportedPath } from './carried-query.ts';
import { useSite } from './marketing-site.ts';

/**
 * Before a page that sells: `export const clientMiddleware = [carryQuery]`. What a visitor came with
 * (a campaign, a coupon) goes along (specification, section 2). While it runs, the window still is
 * at the page before.
 */
export const carryQuery = ({ request }: { request: Request }) => {
  const { pathname, searchParams } = new URL(request.url);
  const query = carriedQuery(new URLSearchParams(window.location.search), searchParams);
  if (query) throw redirect(`${pathname}?${query.toString()}`);
};

/**
 * Reports that a page was seen, where somebody asked for it (section 2); once a visit. Returns who did:
 * on a static page the script reports to whoever `data-page-views` names.
 */
export const usePageView = () => {
  const { pathname, search } = useLocation();
  const endpoint = useSite()?.pageViews;
  useEffect(() => {
    if (endpoint) navigator.sendBeacon(endpoint, reportedPath(pathname, search));
    // Another choice on the same page changes its query, and is no other view.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [endpoint, pathname]);
  return endpoint ?? undefined;
};
