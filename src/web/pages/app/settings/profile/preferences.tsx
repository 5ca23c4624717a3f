import { useMutation } from '@tanstack/react-query';
import { languageNames, locales, type Locale } from '#locales/locales.ts';
import { failureText } from '#web/components/errors/failure-text.ts';
import { changeAndSaveLanguage } from '#web/components/use-change-language.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Card } from '#web/ui/card.tsx';
import { Select } from '#web/ui/select.tsx';

/** Changes the language of pages, without losing input, and of emails (R-APP-08). */
export function Preferences() {
  const { t, locale } = useTranslation();
  const choose = useMutation({ mutationFn: changeAndSaveLanguage });
  return (
    <Card>
      <Select
        label={t('common.language.label')}
        hint={t('settings.profile.preferences.languageHint')}
        className="sm:max-w-xs"
        options={locales.map((each) => ({ value: each, label: languageNames[each] }))}
        value={locale}
        onChange={({ target }) => choose.mutate(target.value as Locale)}
        error={choose.error ? (failureText(t, choose.error) ?? t('errors.internal')) : undefined}
      />
    </Card>
  );
}
