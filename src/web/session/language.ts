import { createInstance, type i18n, type Resource } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { fallbackLocale, type Locale } from '#locales/locales.ts';
import type { RomanceTexts, Texts } from '#locales/texts.ts';
import { lastingCookie } from './cookies.ts';

/** One bundle a language: a browser loads the one it shows. */
const bundles: Record<Locale, () => Promise<Texts | RomanceTexts>> = {
  'pt-BR': async () => (await import('#locales/pt-BR.ts')).ptBR,
  'en-US': async () => (await import('#locales/en-US.ts')).enUS,
  'es-MX': async () => (await import('#locales/es-MX.ts')).esMX,
  'hi-IN': async () => (await import('#locales/hi-IN.ts')).hiIN,
};

/** The texts as React reads them; ready at once, because they are given. */
export const createLanguage = (locale: Locale, resources: Resource): i18n => {
  const language = createInstance({
    lng: locale,
    fallbackLng: fallbackLocale,
    resources,
    initAsync: false,
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
  });
  void language.use(initReactI18next).init();
  return language;
};

/** The language of the page that the server sent. */
export const loadLanguage = async (locale: Locale) =>
  createLanguage(locale, { [locale]: { translation: await bundles[locale]() } });

/** Shows another language in place (what was typed stays) and keeps the choice. */
export const changeLanguage = async (language: i18n, locale: Locale) => {
  document.cookie = lastingCookie('locale', locale);
  language.addResourceBundle(locale, 'translation', await bundles[locale]());
  await language.changeLanguage(locale);
};
