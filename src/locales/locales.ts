/** The languages of the product, each in its own words (R-GEN-03). */
export const languageNames = {
  'pt-BR': 'Português (Brasil)',
  'en-US': 'English (US)',
  'es-MX': 'Español (México)',
  'hi-IN': 'हिन्दी (भारत)',
} as const;
export type Locale = keyof typeof languageNames;
export const locales = Object.keys(languageNames) as Locale[];
export const defaultLocale: Locale = 'pt-BR';
/** Short paths of languages, such as `/es` (R-SITE-02). */
export const shortPaths: Record<string, Locale> = {
  es: 'es-MX',
  mx: 'es-MX',
  en: 'en-US',
  hi: 'hi-IN',
  in: 'hi-IN',
};
/** Where a key missing in a locale is looked up. */
export const fallbackLocale: Locale = 'en-US';

export const isLocale = (value: unknown): value is Locale =>
  locales.some((locale) => locale === value);

type Texts<T> = Record<'pt-BR', T> & Record<Locale, T | null>;

/** Returns the text in a language with its language; that of the default one if it is missing. */
export function textInLanguage<T extends object>(texts: Texts<T>, locale: Locale) {
  const text = texts[locale];
  return text ? { ...text, language: locale } : { ...texts['pt-BR'], language: defaultLocale };
}
