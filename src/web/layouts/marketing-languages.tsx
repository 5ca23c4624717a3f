import { Languages } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { languageNames, locales, type Locale } from '#locales/locales.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Menu, MenuItem } from '#web/ui/menu/menu.tsx';

/** Returns the path of this page in another language, which brings its own currency (R-GEN-07). */
const usePathIn = () => {
  const { pathname, search } = useLocation();
  const query = new URLSearchParams(search);
  query.delete('currency');
  query.delete('lang');
  const to = query.size > 0 ? `${pathname}?${query.toString()}` : pathname;
  return (locale: Locale) => `/lang/${locale}?${new URLSearchParams({ to }).toString()}`;
};

/** Renders the languages as plain links, which work without scripts. */
export function MarketingLanguages() {
  const { t, i18n } = useTranslation();
  const pathIn = usePathIn();
  return (
    <Menu
      label={t('common.language.label')}
      align="end"
      trigger={(props) => (
        <IconButton {...props} label={t('common.language.label')}>
          <Languages aria-hidden />
        </IconButton>
      )}
    >
      {locales.map((locale) => (
        <MenuItem
          key={locale}
          lang={locale}
          aria-current={locale === i18n.language || undefined}
          render={<a href={pathIn(locale)} hrefLang={locale} />}
        >
          {languageNames[locale]}
        </MenuItem>
      ))}
    </Menu>
  );
}
