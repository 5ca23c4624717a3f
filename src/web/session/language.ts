import { useSyncExternalStore } from 'react';
import { frameAt, type Frame } from '#locales/frames.ts';
import type { Locale } from '#locales/locales.ts';
import { createTranslation, type LoadedTexts, type Translation } from '#locales/translation.ts';
import { lastingCookie } from './cookies.ts';
import { textFiles } from './text-files.ts';

/** Texts of this browser by language, and the frames that its pages have used so far. */
const loadedTexts = new Map<Locale, LoadedTexts>();
const usedFrames = new Set<Frame>();

function textsIn(locale: Locale) {
  const texts = loadedTexts.get(locale) ?? {};
  loadedTexts.set(locale, texts);
  return texts;
}

const loadFrame = async (locale: Locale, frame: Frame) =>
  Object.assign(textsIn(locale), (await textFiles[`${frame}/${locale}`]?.())?.default);

/** Loads all used frames in a language, including those that are added meanwhile. */
async function loadUsedFrames(locale: Locale): Promise<void> {
  const { size } = usedFrames;
  await Promise.all([...usedFrames].map((frame) => loadFrame(locale, frame)));
  if (usedFrames.size > size) await loadUsedFrames(locale);
}

/** Creates the translation of a page; a code of a later release has no text yet. */
function translationTo(locale: Locale) {
  const translation: Translation = createTranslation(locale, textsIn(locale), (key) =>
    key.startsWith('errors.') && translation.isKey('errors.internal')
      ? translation.t('errors.internal')
      : key,
  );
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

/**
 * Loads the texts of the page at a path, unless they are loaded. It doesn't wait for those of another
 * page that failed: offline, pages with loaded texts stay usable.
 */
export const loadTexts = (path: string): Promise<void> => loadFrameTexts(frameAt(path));

/** Loads the texts of a frame: those of a part of a page load together with its code. */
export async function loadFrameTexts(frame: Frame): Promise<void> {
  usedFrames.add(frame);
  if (shown) await loadFrame(shown.locale, frame);
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
  await loadUsedFrames(locale);
  if (chosen !== locale) return false;
  shown = translationTo(locale);
  for (const listener of listeners) listener();
  return true;
}
