import { legalTexts as enUS } from './en-US/server/legal-templates.ts';
import { legalTexts as esMX } from './es-MX/server/legal-templates.ts';
import { legalTexts as hiIN } from './hi-IN/server/legal-templates.ts';
import type { Locale } from './locales.ts';
import { legalTexts as ptBR } from './pt-BR/server/legal-templates.ts';

/** Templates of terms and privacy policy: long, on the server alone, and loaded where they are shown. */
export const legalTemplates: Record<Locale, typeof enUS> = {
  'pt-BR': ptBR,
  'en-US': enUS,
  'es-MX': esMX,
  'hi-IN': hiIN,
};
