import { defaultLocale, locales, type Locale } from '#locales/locales.ts';

/** A page of the site in a language, as search engines are told of it (decision 14). */
export const siteAddress = (path: string, locale: string) =>
  locale === defaultLocale ? path : `${path}?${new URLSearchParams({ lang: locale }).toString()}`;

/** One page in one language. */
export type Version = { locale: string; path: string };

/** The same page in every language of the product. */
export const everyVersion = (path: string): Version[] =>
  locales.map((locale: Locale) => ({ locale, path: siteAddress(path, locale) }));
