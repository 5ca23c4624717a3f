import { defaultLocale, locales, type Locale } from '#locales/locales.ts';

/** Returns the canonical address of a page in a language, for search engines (decision 14). */
export const localizedPath = (path: string, locale: string) =>
  locale === defaultLocale ? path : `${path}?${new URLSearchParams({ lang: locale }).toString()}`;

/** A page in one language. */
export type LocalizedPage = { locale: string; path: string };

/** Returns the versions of a page in every language. */
export const localizedPages = (path: string): LocalizedPage[] =>
  locales.map((locale: Locale) => ({ locale, path: localizedPath(path, locale) }));
