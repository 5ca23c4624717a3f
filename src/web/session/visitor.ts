import { createContext } from 'react-router';
import type { Api } from '#contract/api-client.ts';
import type { AddressOrganization } from '#contract/membership.ts';
import { currencies, type Currency } from '#contract/money.ts';
import type { Theme } from '#contract/themes.ts';
import { defaultLocale, isLocale, type Locale } from '#locales/locales.ts';
import { parseThemeCookie, toTheme } from '#web/theme/theme.ts';

/** The visitor of a page, as the server knows them, which excludes the session. */
export type Visitor = {
  locale: Locale;
  theme: Theme;
  /** Chosen currency; null: the locale's. */
  currency: Currency | null;
  /** Organization whose own address the page is shown at; null at the main site. */
  organization: AddressOrganization | null;
  /** Public origin of the main site, without a trailing slash. */
  origin: string;
  /** Address of the script of static pages. */
  siteScript: string;
  /** Nonce of the page's scripts; none in development. */
  nonce: string | undefined;
  /** Client of the API, called within the server's process. */
  api: Api;
  report: (error: unknown) => void;
};

/** Context key for loaders: `context.get(visitorContext)`. */
export const visitorContext = createContext<Visitor>();

/** Returns one value of a `Cookie` header or of `document.cookie`. */
const cookieValue = (cookies: string, name: string) =>
  cookies
    .split(';')
    .map((cookie) => cookie.trim())
    .find((cookie) => cookie.startsWith(`${name}=`))
    ?.slice(name.length + 1);

/** Cookie with the last theme of the app, with which its next page starts. */
export const appThemeCookie = 'app-theme';

/** The operator's pages are dark and indigo, whatever the organization. */
export const adminTheme: Theme = { theme: 'dark', color: 'indigo' };

function themeOf(cookies: string, pathname: string) {
  if (/^\/admin(\/|$)/.test(pathname)) return adminTheme;
  const site = parseThemeCookie(cookies);
  if (!/^\/app(\/|$)/.test(pathname)) return site;
  const [theme, color] = cookieValue(cookies, appThemeCookie)?.split('.') ?? [];
  return toTheme({ theme, color });
}

/** Returns the theme of an organization, for its own address; undefined where the app has chosen one. */
export function themeAtAddress(
  { appTheme: theme, appColor: color }: AddressOrganization,
  { cookies, pathname }: { cookies: string; pathname: string },
) {
  const isChosen = /^\/app(\/|$)/.test(pathname) && cookieValue(cookies, appThemeCookie);
  return isChosen ? undefined : toTheme({ theme, color });
}

type VisitorChoices = Pick<Visitor, 'locale' | 'theme' | 'currency'>;

/** Returns the language of an address like `?lang=en-US`, as search engines know it. */
export function requestedLocale(search: string): Locale | null {
  const lang = new URLSearchParams(search).get('lang');
  return isLocale(lang) ? lang : null;
}

/**
 * Parses the choices of a visitor from their cookies; the app and the site have separate themes.
 */
export function parseVisitorChoices(cookies: string, path: string): VisitorChoices {
  const locale = cookieValue(cookies, 'locale');
  const currency = cookieValue(cookies, 'currency');
  return {
    locale: isLocale(locale) ? locale : defaultLocale,
    theme: themeOf(cookies, path),
    currency: currencies.find((known) => known === currency) ?? null,
  };
}
