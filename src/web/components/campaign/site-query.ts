/** The part of the script of static pages that keeps queries and reports page views. */
import { analyticsPath, currentCampaign, keptQuery } from './carried-query.ts';

const campaign = currentCampaign();

/** Keeps the query of this page and its campaign on links to pages that sell (R-SITE-08, R-UTM-01). */
function carryQuery({ target }: Event) {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
  if (link?.origin !== location.origin || !/^\/(pricing|account\/register)\b/.test(link.pathname))
    return;
  const query = keptQuery(
    new URLSearchParams(location.search),
    new URLSearchParams(link.search),
    campaign,
  );
  if (query) link.search = query.toString();
}
// The second is the middle button, which opens another tab.
for (const event of ['click', 'auxclick']) addEventListener(event, carryQuery);

/**
 * Reports a page view, if an address is configured; another choice on the page is not another view.
 */
function reportView({ dataset: { pageViews } }: HTMLElement) {
  const isChoice = document.referrer.split('?')[0] === location.origin + location.pathname;
  if (pageViews && !isChoice) {
    navigator.sendBeacon(pageViews, analyticsPath(location.pathname, location.search, campaign));
  }
}
document.querySelectorAll<HTMLElement>('[data-page-views]').forEach(reportView);
