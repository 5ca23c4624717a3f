import { useTranslation } from 'react-i18next';
import { defaultLocale, isLocale } from '#locales/locales.ts';
import { formats, type Formats } from '#web/theme/formats.ts';

/** Returns the language of the page. */
export const useLocale = () => {
  const { language } = useTranslation().i18n;
  return isLocale(language) ? language : defaultLocale;
};

/** Returns the formats of money, numbers and dates in the language of the page. */
export const useFormats = (): Formats => formats(useLocale());
