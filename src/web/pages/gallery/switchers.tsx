import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { backgrounds, colors } from '#contract/themes.ts';
import { defaultLocale, isLocale, locales } from '#locales/locales.ts';
import { changeLanguage } from '#web/session/language.ts';
import { useTranslation } from '#web/session/translation.ts';
import { applyTheme, toTheme } from '#web/theme/theme.ts';
import { Select } from '#web/ui/select.tsx';

/** Returns the valid look of `?theme=&color=&locale=`, with defaults for the rest. */
export function useGalleryOptions() {
  const [query] = useSearchParams();
  const { locale: shown } = useTranslation();
  const locale = query.get('locale') ?? shown;
  return {
    ...toTheme({ theme: query.get('theme'), color: query.get('color') }),
    locale: isLocale(locale) ? locale : defaultLocale,
  };
}

/** Renders the controls that change the query. */
export function GalleryOptions() {
  const [query, setQuery] = useSearchParams();
  const { locale: shown } = useTranslation();
  const { theme, color, locale } = useGalleryOptions();

  // Applies the theme to the document, because dialogs and menus render outside of this page.
  useEffect(() => {
    applyTheme({ theme, color });
    if (locale !== shown) void changeLanguage(locale);
  }, [theme, color, locale, shown]);

  const choices = [
    { name: 'theme', label: 'Background', values: backgrounds, value: theme },
    { name: 'color', label: 'Color', values: colors, value: color },
    { name: 'locale', label: 'Language', values: locales, value: locale },
  ];
  return (
    <div className="flex flex-wrap gap-3">
      {choices.map(({ name, label, values, value }) => (
        <Select
          key={name}
          label={label}
          options={values.map((option) => ({ value: option, label: option }))}
          value={value}
          onChange={(event) =>
            setQuery({ ...Object.fromEntries(query), [name]: event.target.value })
          }
        />
      ))}
    </div>
  );
}
