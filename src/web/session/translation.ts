import { createContext, use } from 'react';
import type { Translation } from '#locales/translation.ts';

/** The texts of the page, in its language. */
export const TranslationContext = createContext<Translation | null>(null);

/** Returns the texts of the page, in its language. Throws outside of a {@link TranslationContext}. */
export function useTranslation(): Translation {
  const translation = use(TranslationContext);
  if (!translation) throw new Error('There are no texts outside of a TranslationContext.');
  return translation;
}
