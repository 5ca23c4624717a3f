import { createContext } from 'react-router';
import type { Api } from '#contract/caller.ts';
import { currencies, type Currency } from '#contract/money.ts';
import type { Theme } from '#contract/themes.ts';
import { defaultLocale, isLocale, type Locale } from '#locales/locales.ts';
import { parseThemeCookie, toTheme } from '#web/theme/theme.ts';

/** Who asks for a page, as the server knows it: everything but who is signed in. */
export type Visitor = {
  locale: Locale;
  theme: Theme;
  /** The one that was chosen; null: the locale's. */
  currency: Currency | null;
  /** Where visitors reach the product, without a trailing slash. */
  origin: string;
  /** Where all the script of a static page is. */
  siteScript: string;
  /** Marks the scripts of the page for the server; none while developing. */
  nonce: string | undefined;
  /** The product's calls, made in the server's own process. */
  api: Api;
  report: (error: unknown) => void;
};

/** In a loader of the server: `context.get(visitorContext)`. */
export const visitorContext = createContext<Visitor>();

/** One value of a `Cookie` header or of `document.cookie`. */
const cookieValue = (cookies: string, name: string) =>
  cookies
    .split(';')
    .map((cookie) => cookie.trim())
    .find((cookie) => cookie.startsWith(`${name}=`))
    ?.slice(name.length + 1);

/** The theme that the app showed last, so that its next page begins with it. */
export const appThemeCookie = 'app-theme';

/** The operator's portal is dark and indigo, whatever organization is current (section 2). */
export const adminTheme: Theme = { theme: 'dark', color: 'indigo' };

const themeOf = (cookies: string, pathname: string) => {
  if (/^\/admin(\/|$)/.test(pathname)) return adminTheme;
  const site = parseThemeCookie(cookies);
  if (!/^\/app(\/|$)/.test(pathname)) return site;
  const [theme, color] = cookieValue(cookies, appThemeCookie)?.split('.') ?? [];
  return toTheme({ theme, color });
};

type Choices = Pick<Visitor, 'locale' | 'theme' | 'currency'>;

/** The language that an address asks for, as search engines are told it: `?lang=en-US`. */
export const languageAsked = (search: string): Locale | null => {
  const asked = new URLSearchParams(search).get('lang');
  return isLocale(asked) ? asked : null;
};

/** Reads the choices of a visitor from their cookies; the app and the site have their own themes. */
export const choicesOf = (cookies: string, path: string): Choices => {
  const locale = cookieValue(cookies, 'locale');
  const currency = cookieValue(cookies, 'currency');
  return {
    locale: isLocale(locale) ? locale : defaultLocale,
    theme: themeOf(cookies, path),
    currency: currencies.find((known) => known === currency) ?? null,
  };
};
