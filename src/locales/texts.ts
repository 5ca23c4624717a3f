import type { enUS } from './en-US.ts';
import type { product } from './en-US/product.ts';

/** The plural forms (Unicode CLDR) of our languages. */
type Form = 'one' | 'many' | 'other';

/** Every key of a text, with exactly the plural forms that the language has. */
type Translated<T, Forms extends Form> = {
  [K in keyof T as K extends `${infer Base}_${Form}` ? `${Base}_${Forms}` : K]: T[K] extends string
    ? string
    : Translated<T[K], Forms>;
};

/** The texts of en-US in another language: a missing key or plural form does not compile. */
export type Texts = Translated<typeof enUS, 'one' | 'other'>;

/** As {@link Texts}, for Portuguese and Spanish, which count millions in a form of their own. */
export type RomanceTexts = Translated<typeof enUS, 'one' | 'many' | 'other'>;

/** The texts of the product page, which is in no bundle: a missing one does not compile. */
export type ProductTexts = typeof product;
