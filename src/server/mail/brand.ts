import type { Color } from '#contract/themes.ts';
import type { MailBrand } from './layout.ts';

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

/** Returns the look of an organization's emails, with an absolute URL of its logo. */
export const toMailBrand = (
  { name, logo, app_color }: { name: string; logo: string; app_color: string },
  origin: string,
): MailBrand => ({
  name,
  color: mailColors[app_color as Color],
  ...(logo && { logo: new URL(logo, origin).href }),
});
