import { product as enUS } from './en-US/product.ts';
import { product as esMX } from './es-MX/product.ts';
import { product as hiIN } from './hi-IN/product.ts';
import type { Locale } from './locales.ts';
import { product as ptBR } from './pt-BR/product.ts';
import type { ProductTexts } from './texts.ts';

/** They are long and on one page alone: its loader sends those of one language, no bundle has them. */
export const productTexts: Record<Locale, ProductTexts> = {
  'pt-BR': ptBR,
  'en-US': enUS,
  'es-MX': esMX,
  'hi-IN': hiIN,
};
