import type { LoadedTexts } from '#locales/translation.ts';

/** Loads the texts of a frame in a language, by `frame/language`; the build fills it (vite.config.ts). */
export const textFiles: Record<string, () => Promise<{ default: LoadedTexts }>> = {};
