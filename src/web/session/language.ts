import { createInstance, type i18n, type Resource } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { fallbackLocale, isLocale, type Locale } from '#locales/locales.ts';
import { lastingCookie } from './cookies.ts';
import { areasForPath, lateArea, type TranslationArea } from './page-texts.ts';

type AreaTexts = Partial<Record<TranslationArea, object>>;

/** Texts of a language that every page uses, and the files of its other areas. */
type LanguageTexts = {
  default: { texts: AreaTexts; files: Record<string, () => Promise<AreaTexts>> };
};

/** Languages: loaded on demand in the browser, complete on the server. */
const languages = import.meta.env.SSR ? {} : import.meta.glob<LanguageTexts>('./languages/*.ts');

const loadArea = async (locale: Locale, area: TranslationArea) => {
  const loaded = (await languages[`./languages/${locale}.ts`]?.())?.default;
  return loaded?.texts[area] ?? (await loaded?.files[`./${area}.ts`]?.())?.[area];
};

/** Creates the i18n instance; it is ready synchronously, because the texts are given. */
export const createI18n = (locale: Locale, resources: Resource): i18n => {
  const language = createInstance({
    lng: locale,
    fallbackLng: fallbackLocale,
    resources,
    initAsync: false,
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
    // Without a network late texts can be missing.
    parseMissingKeyHandler: (key) =>
      key.startsWith(`${lateArea}.`) ? language.t('common.failure.text') : key,
  });
  void language.use(initReactI18next).init();
  return language;
};

/** Language of this browser, and the areas that its pages have used so far. */
let language: i18n | undefined;
const usedAreas = new Set<TranslationArea>();

/** Loads areas in a language, including those that are added to a set meanwhile. */
const loadAreas = async (to: i18n, locale: Locale, areas: Iterable<TranslationArea>) => {
  const missing = [...areas].filter((area) => !to.getResource(locale, 'translation', area));
  if (missing.length === 0) return;
  const texts = await Promise.all(missing.map((area) => loadArea(locale, area)));
  const added = Object.fromEntries(missing.map((area, index) => [area, texts[index] ?? {}]));
  to.addResourceBundle(locale, 'translation', added, true);
  await loadAreas(to, locale, areas);
};

/** Loads the texts of a part of a page that is not in all visits, in each language that is chosen later, too. */
export const loadTextAreas = async (areas: readonly TranslationArea[]) => {
  for (const area of areas) usedAreas.add(area);
  if (language && isLocale(language.language)) await loadAreas(language, language.language, areas);
};

/** Loads the texts that no page shows at first; those that show one wait for it. */
export const loadLateTexts = () => loadTextAreas([lateArea]).catch(() => undefined);

/**
 * Loads the texts of the page at a path, unless they are loaded. It doesn't wait for those of another
 * page that failed: offline, pages with loaded texts stay usable.
 */
export const loadTexts = async (path: string) => {
  await loadTextAreas(areasForPath(path).filter((area) => area !== lateArea));
  void loadLateTexts();
};

/** Loads the language of the page that the server sent. */
export const loadLanguage = async (locale: Locale, path: string) => {
  language = createI18n(locale, {});
  await loadTexts(path);
  return language;
};

/** Changes the language in place, which keeps input, and stores the choice. */
export const changeLanguage = async (shown: i18n, locale: Locale) => {
  document.cookie = lastingCookie('locale', locale);
  await loadAreas(shown, locale, usedAreas);
  await shown.changeLanguage(locale);
};
