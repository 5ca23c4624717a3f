import { useSyncExternalStore } from 'react';
import type { Locale } from '#locales/locales.ts';
import { createTranslation, type LoadedTexts, type Translation } from '#locales/translation.ts';
import { lastingCookie } from './cookies.ts';
import { areasForPath, lateArea, type TranslationArea } from './page-texts.ts';

type AreaTexts = Partial<Record<TranslationArea, LoadedTexts>>;

/** Texts of a language that every page uses, and the files of its other areas. */
type LanguageTexts = {
  default: { texts: AreaTexts; files: Record<string, () => Promise<AreaTexts>> };
};

/** Languages: loaded on demand in the browser, complete on the server. */
const languages = import.meta.env.SSR ? {} : import.meta.glob<LanguageTexts>('./languages/*.ts');

/** Texts of this browser by language, and the areas that its pages have used so far. */
const loadedTexts = new Map<Locale, AreaTexts>();
const usedAreas = new Set<TranslationArea>();

function textsIn(locale: Locale) {
  const texts = loadedTexts.get(locale) ?? {};
  loadedTexts.set(locale, texts);
  return texts;
}

async function loadArea(locale: Locale, area: TranslationArea) {
  const loaded = (await languages[`./languages/${locale}.ts`]?.())?.default;
  return loaded?.texts[area] ?? (await loaded?.files[`./${area}.ts`]?.())?.[area];
}

/** Loads areas in a language, including those that are added to a set meanwhile. */
async function loadAreas(locale: Locale, areas: Iterable<TranslationArea>): Promise<void> {
  const texts = textsIn(locale);
  const missing = [...areas].filter((area) => !texts[area]);
  if (missing.length === 0) return;
  await Promise.all(
    missing.map(async (area) => {
      texts[area] = (await loadArea(locale, area)) ?? {};
    }),
  );
  await loadAreas(locale, areas);
}

/** Creates the translation of a page; a text of errors can be missing while there is no network. */
function translationTo(locale: Locale) {
  const translation: Translation = createTranslation(locale, textsIn(locale), (key) => {
    if (!key.startsWith(`${lateArea}.`)) return key;
    // A code of a later release has no text yet.
    const known = (['errors.internal', 'common.failure.text'] as const).find(translation.isKey);
    return known ? translation.t(known) : key;
  });
  return translation;
}

let shown: Translation | undefined;
/** Language that was chosen last; its texts may still be loading. */
let chosen: Locale | undefined;
const listeners = new Set<() => void>();

/** Returns the translation to the language of the page, which can change. Null before it is loaded. */
export const useShownTranslation = (): Translation | null =>
  useSyncExternalStore(listen, readShown, readShown);

function listen(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
const readShown = () => shown ?? null;

/** Loads the texts of a part of a page that is not in all visits, in each language that is chosen later, too. */
export async function loadTextAreas(areas: readonly TranslationArea[]) {
  for (const area of areas) usedAreas.add(area);
  if (shown) await loadAreas(shown.locale, areas);
}

/** Loads the texts that no page shows at first; those that show one wait for it. */
export const loadLateTexts = () => loadTextAreas([lateArea]).catch(() => undefined);

/**
 * Loads the texts of the page at a path, unless they are loaded. It doesn't wait for those of another
 * page that failed: offline, pages with loaded texts stay usable.
 */
export async function loadTexts(path: string) {
  await loadTextAreas(areasForPath(path).filter((area) => area !== lateArea));
  void loadLateTexts();
}

/** Loads the language of the page that the server sent. */
export async function loadLanguage(locale: Locale, path: string) {
  shown = translationTo(locale);
  await loadTexts(path);
}

/**
 * Changes the language in place, which keeps input, and stores the choice. Returns false if another one was chosen while
 * its texts were loading.
 */
export async function changeLanguage(locale: Locale): Promise<boolean> {
  document.cookie = lastingCookie('locale', locale);
  chosen = locale;
  await loadAreas(locale, usedAreas);
  if (chosen !== locale) return false;
  shown = translationTo(locale);
  for (const listener of listeners) listener();
  return true;
}
