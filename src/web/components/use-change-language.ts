import type { Locale } from '#locales/locales.ts';
import { api } from '#web/api/api.ts';
import { isImpersonating, storedToken } from '#web/api/credentials.ts';
import { changeLanguage } from '#web/session/language.ts';
import { useTranslation } from '#web/session/translation.ts';
import { toast } from '#web/ui/toaster.tsx';
import { failureText } from './errors/failure-text.ts';

/** Changes the language of the page, and of the emails to a signed-in user. */
export async function changeAndSaveLanguage(locale: Locale) {
  if (!(await changeLanguage(locale))) return;
  if (storedToken() && !isImpersonating()) await api.users.updateLocale({ params: { locale } });
}

/** Changes the language from a menu, which has no place for the error if saving it fails. */
export function useChangeLanguage() {
  const { t } = useTranslation();
  return (locale: Locale) =>
    void changeAndSaveLanguage(locale).catch((error: unknown) =>
      toast({ tone: 'error', title: failureText(t, error) ?? t('errors.internal') }),
    );
}
