import { useEffect } from 'react';
import { redirect, useLocation } from 'react-router';
import { useSite } from './marketing-site.ts';

/** Keys and way-marks of one page, which mean nothing on another. */
const ofOnePage = ['t', 'i', 'redirect', 'to', 'lang'];

/** The query that a page without one of its own takes over from the page before it, or null. */
export const carriedQuery = (from: URLSearchParams, to: URLSearchParams) => {
  const query = new URLSearchParams(from);
  for (const name of ofOnePage) query.delete(name);
  return to.size === 0 && query.size > 0 ? query : null;
};

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

/** A page as it may be reported: whatever could say who looks at it is left out. */
export const reportedPath = (pathname: string, search: string) => {
  const told = [...new URLSearchParams(search)].filter(
    ([name, value]) => name !== 'e' && !ofOnePage.includes(name) && !value.includes('@'),
  );
  const query = new URLSearchParams(told);
  return query.size > 0 ? `${pathname}?${query.toString()}` : pathname;
};

/** Reports that a page was seen, where somebody asked for it (section 2); once a visit. */
export const usePageView = () => {
  const { pathname, search } = useLocation();
  const endpoint = useSite()?.pageViews;
  useEffect(() => {
    if (endpoint) navigator.sendBeacon(endpoint, reportedPath(pathname, search));
    // Another choice on the same page changes its query, and is no other view.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [endpoint, pathname]);
};
