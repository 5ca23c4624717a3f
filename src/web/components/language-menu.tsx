import { Languages } from 'lucide-react';
import { languageNames, locales, type Locale } from '#locales/locales.ts';
import { useTranslation } from '#web/session/translation.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Menu, MenuItem } from '#web/ui/menu/menu.tsx';
import { useChangeLanguage } from './use-change-language.ts';

type Props = {
  /** Returns the path of this page in a language. Without it, a choice keeps page and input. */
  pathIn?: (locale: Locale) => string;
};

/** Renders the menu of languages. */
export function LanguageMenu(props: Props) {
  const { t } = useTranslation();
  return (
    <Menu
      label={t('common.language.label')}
      align="end"
      trigger={(trigger) => (
        <IconButton {...trigger} label={t('common.language.label')}>
          <Languages aria-hidden />
        </IconButton>
      )}
    >
      <LanguageItems {...props} />
    </Menu>
  );
}

/** Renders the languages as items of a menu: links with `pathIn`, else buttons. */
export function LanguageItems({ pathIn }: Props) {
  const { locale: shown } = useTranslation();
  const choose = useChangeLanguage();
  return locales.map((locale) => (
    <MenuItem
      key={locale}
      lang={locale}
      aria-current={locale === shown || undefined}
      {...(pathIn
        ? { render: <a href={pathIn(locale)} hrefLang={locale} /> }
        : { onClick: () => choose(locale) })}
    >
      {languageNames[locale]}
    </MenuItem>
  ));
}
