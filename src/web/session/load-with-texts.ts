import { loadTexts } from './language.ts';

/** Loads a part of many pages that is shown on request, with the texts of the page at a path. */
export const loadWithTexts = async <T>(path: string, load: () => Promise<T>) => {
  const [part] = await Promise.all([load(), loadTexts(path)]);
  return part;
};
