import { Languages } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { languageNames, locales } from '#locales/locales.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Menu, MenuItem } from '#web/ui/menu/menu.tsx';
import { useChangeLanguage } from './use-change-language.ts';

/** Changes the language without a reload, which keeps input. */
export function LanguageMenu() {
  const { t, i18n } = useTranslation();
  const choose = useChangeLanguage();
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
          onClick={() => choose(locale)}
        >
          {languageNames[locale]}
        </MenuItem>
      ))}
    </Menu>
  );
}
