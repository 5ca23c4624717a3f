import type { Color } from '#contract/themes.ts';

export type MailBrand = {
  name: string;
  /** URL of a picture. */
  logo?: string;
  /** Color of the button, `#rrggbb`. */
  color?: string;
};

/** Colors of the product (web/theme/colors.css) as email clients need them. */
const mailColors: Record<Color, string> = {
  red: '#d9212d',
  orange: '#fa7520',
  amber: '#f9a726',
  yellow: '#f7d22a',
  lime: '#a7dd29',
  green: '#36c75d',
  emerald: '#24c187',
  teal: '#28bdad',
  cyan: '#20c3d9',
  lightBlue: '#22aeef',
  blue: '#1062eb',
  indigo: '#4f46e5',
  violet: '#7934eb',
  purple: '#9127e3',
  fuchsia: '#b71dcd',
  pink: '#d01d80',
  rose: '#d81c4f',
  dark: '#1d1f24',
  gray: '#525259',
  blueGray: '#435671',
  coolGray: '#4d5566',
  trueGray: '#555555',
  warmGray: '#5c534d',
};

/** The product's own look. */
export const productBrand = { name: 'Pregão', color: mailColors.red } satisfies MailBrand;

/** Returns the look of an organization's emails, with an absolute URL of its logo. */
export const toMailBrand = (
  { name, logo, app_color }: { name: string; logo: string; app_color: string },
  origin: string,
): MailBrand => ({
  name,
  color: mailColors[app_color as Color],
  ...(logo && { logo: new URL(logo, origin).href }),
});

/** Returns black or white, the one with more contrast (relative luminance, WCAG 2). */
export function contrastingTextColor(color: string): string {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179 ? '#000000' : '#ffffff';
}
