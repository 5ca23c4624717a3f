import { useTranslation } from 'react-i18next';
import { defaultLocale, isLocale } from '#locales/locales.ts';
import { formats, type Formats } from '#web/theme/formats.ts';

/** The language of the page. */
export const useLocale = () => {
  const { language } = useTranslation().i18n;
  return isLocale(language) ? language : defaultLocale;
};

/** How the language of the page writes money, numbers and dates. */
export const useFormats = (): Formats => formats(useLocale());
