/** Parameters of one page, such as tokens and return paths, which mean nothing on another. */
const pageParamNames = ['t', 'i', 'redirect', 'to', 'lang', 'pay'];

/** Returns the parameters of a query that name a campaign: `utm_source` and the like, with short values. */
export const campaignIn = (query: URLSearchParams) =>
  new URLSearchParams(
    [...query].filter(([name, value]) => /^utm_[a-z_]{1,20}$/.test(name) && value.length <= 100),
  );

/**
 * Returns the campaign that led to this visit: that of the address, else the last one in this tab (R-UTM-01).
 * Browsers may refuse storage; then only the address counts.
 */
export function currentCampaign() {
  const named = campaignIn(new URLSearchParams(location.search));
  try {
    if (named.size > 0) sessionStorage.setItem('campaign', named.toString());
    else return campaignIn(new URLSearchParams(sessionStorage.getItem('campaign') ?? ''));
  } catch {
    // Without storage.
  }
  return named;
}

/** Adds a campaign to a query that names none. */
export function addCampaign(query: URLSearchParams, campaign: URLSearchParams) {
  if (campaignIn(query).size > 0) return;
  for (const [name, value] of campaign) query.append(name, value);
}

/**
 * Returns the query of a page that is opened from another: its own, else that of the previous page, and the
 * campaign; null if nothing is added.
 */
export function keptQuery(from: URLSearchParams, to: URLSearchParams, campaign: URLSearchParams) {
  const query = new URLSearchParams(to.size > 0 ? to : from);
  if (to.size === 0) for (const name of pageParamNames) query.delete(name);
  addCampaign(query, campaign);
  return query.size > to.size ? query : null;
}

/** Returns the path to report, without parameters that could identify the visitor. */
export function analyticsPath(pathname: string, search: string, campaign: URLSearchParams) {
  const query = new URLSearchParams(search);
  addCampaign(query, campaign);
  const carried = [...query].filter(
    ([name, value]) => name !== 'e' && !pageParamNames.includes(name) && !value.includes('@'),
  );
  const reported = new URLSearchParams(carried).toString();
  return reported ? `${pathname}?${reported}` : pathname;
}
