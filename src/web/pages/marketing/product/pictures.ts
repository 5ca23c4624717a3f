import type { Locale } from '#locales/locales.ts';

/** Every picture by its file, like `./pictures/dashboard-dark-pt-1600.avif`. */
const files = import.meta.glob<string>('./pictures/*.{avif,webp}', {
  eager: true,
  query: '?url',
  import: 'default',
});

/** Taken by `tools/site-pictures.ts`; how large each is shown at most, in its own pixels. */
export const pictureSizes = {
  dashboard: { width: 1280, height: 800, widths: [800, 1600] },
  transactions: { width: 1280, height: 800, widths: [800, 1600] },
  phone: { width: 390, height: 780, widths: [390, 780] },
} as const;

export type PictureName = keyof typeof pictureSizes;
export type PictureTheme = 'dark' | 'light';

/** Where a picture's files are: one WebP for browsers that know no AVIF. */
export const pictureOf = (name: PictureName, theme: PictureTheme, locale: Locale) => {
  const language = locale === 'pt-BR' ? 'pt' : 'en';
  const { widths, ...size } = pictureSizes[name];
  const file = (width: number, type: string) =>
    files[`./pictures/${name}-${theme}-${language}-${width}.${type}`] ?? '';
  return {
    ...size,
    avif: widths.map((width) => `${file(width, 'avif')} ${width}w`).join(', '),
    webp: file(widths[0], 'webp'),
  };
};
