import { redirectDocument } from 'react-router';
import { currencyOfLocale } from '#contract/money.ts';
import { addCampaign, campaignIn } from '#web/components/campaign/carried-query.ts';
import { lastingCookie } from '#web/session/cookies.ts';
import type { Route } from './+types/language.ts';
import { localeFromName, safeSitePath } from './language-path.ts';

/**
 * Stores language and currency of `/lang/{lang}` and its short paths in cookies, then redirects
 * (R-SITE-02).
 */
export function loader({ request }: Route.LoaderArgs) {
  const { pathname, searchParams } = new URL(request.url);
  const locale = localeFromName(pathname.split('/').at(-1) ?? '');
  const headers = new Headers();
  if (locale) {
    headers.append('Set-Cookie', lastingCookie('currency', currencyOfLocale(locale)));
    headers.append('Set-Cookie', lastingCookie('locale', locale));
  }
  const path = safeSitePath(searchParams.get('to')) ?? '/product';
  return redirectDocument(withCampaign(path, campaignIn(searchParams)), { headers });
}

/** Keeps the campaign of a link like `/en?utm_source=news` (R-UTM-01). */
function withCampaign(path: string, campaign: URLSearchParams) {
  if (campaign.size === 0) return path;
  const [, pathname, search, hash] = /^([^?#]*)([^#]*)(.*)$/s.exec(path) ?? [];
  const query = new URLSearchParams(search);
  addCampaign(query, campaign);
  return `${pathname}?${query.toString()}${hash}`;
}
