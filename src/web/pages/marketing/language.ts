import { redirectDocument } from 'react-router';
import type { Api } from '#contract/api-client.ts';
import { currencyOfLocale, localCurrency, type Currency } from '#contract/money.ts';
import { visitorCurrency } from '#contract/pricing/pricing.ts';
import type { Locale } from '#locales/locales.ts';
import { addCampaign, campaignIn } from '#web/components/campaign/carried-query.ts';
import { lastingCookie } from '#web/session/cookies.ts';
import { visitorContext } from '#web/session/visitor.ts';
import type { Route } from './+types/language.ts';
import { localeFromName, safeSitePath } from './language-path.ts';

/**
 * Stores language and currency of `/lang/{lang}` and its short paths in cookies, then redirects
 * (R-SITE-02).
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { pathname, searchParams } = new URL(request.url);
  const locale = localeFromName(pathname.split('/').at(-1) ?? '');
  const headers = new Headers();
  if (locale) {
    const currency = await currencyFor(locale, context.get(visitorContext).api);
    headers.append('Set-Cookie', currency ? lastingCookie('currency', currency) : noCurrency);
    headers.append('Set-Cookie', lastingCookie('locale', locale));
  }
  const path = safeSitePath(searchParams.get('to')) ?? '/product';
  return redirectDocument(withCampaign(path, campaignIn(searchParams)), { headers });
}

const noCurrency = 'currency=; Path=/; Max-Age=0; SameSite=Lax';

/** Returns the currency that a language selects; null leaves it to the pages, as the catalog can't be loaded now. */
function currencyFor(locale: Locale, api: Api): Promise<Currency | null> | Currency {
  const usual = currencyOfLocale(locale);
  if (localCurrency(locale) === usual) return usual;
  return api.products.getAll().then(
    (products) => visitorCurrency(null, locale, products),
    () => null,
  );
}

/** Keeps the campaign of a link like `/en?utm_source=news` (R-UTM-01). */
function withCampaign(path: string, campaign: URLSearchParams) {
  if (campaign.size === 0) return path;
  const [, pathname, search, hash] = /^([^?#]*)([^#]*)(.*)$/s.exec(path) ?? [];
  const query = new URLSearchParams(search);
  addCampaign(query, campaign);
  return `${pathname}?${query.toString()}${hash}`;
}
