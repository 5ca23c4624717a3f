import { fallbackLocale, type Locale } from '#locales/locales.ts';

/** URLs of all screenshots by file, such as `./pictures/pt-BR/dashboard-dark-pt-BR-1600.avif`. */
const files = import.meta.glob<string>('./pictures/*/*.{avif,webp}', {
  eager: true,
  query: '?url',
  import: 'default',
});

/**
 * Largest display size of each screenshot in CSS pixels, and the widths of the files that
 * `node tools/screens.ts` takes.
 */
export const pictureSizes = {
  dashboard: { width: 1280, height: 800, widths: [800, 1600] },
  transactions: { width: 1280, height: 800, widths: [800, 1600] },
  phone: { width: 390, height: 780, widths: [390, 780] },
  'phone-list': { width: 390, height: 780, widths: [390, 780] },
} as const;

export type PictureName = keyof typeof pictureSizes;
export type PictureTheme = 'dark' | 'light';

/**
 * Returns the sources of a screenshot: AVIF in every width, and one WebP for browsers without AVIF. A
 * language without screenshots shows those of the fallback.
 */
export function pictureSources(name: PictureName, theme: PictureTheme, locale: Locale) {
  const { widths, ...size } = pictureSizes[name];
  const file = (width: number, type: string) => {
    const [own, fallback] = [locale, fallbackLocale].map(
      (language) => files[`./pictures/${language}/${name}-${theme}-${language}-${width}.${type}`],
    );
    return own ?? fallback ?? '';
  };
  return {
    ...size,
    avif: widths.map((width) => `${file(width, 'avif')} ${width}w`).join(', '),
    webp: file(widths[0], 'webp'),
  };
}
