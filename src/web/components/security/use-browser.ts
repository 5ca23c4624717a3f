import { browserOf } from '#contract/calls/browser-name.ts';
import { useTranslation } from '#web/session/translation.ts';

/** Returns the name of a browser with its system, and its kind of device, by its user agent. */
export function useBrowser(userAgent: string) {
  const { t } = useTranslation();
  const { browser, system, isPhone } = browserOf(userAgent);
  const both = browser && system && t('settings.profile.sessions.browserOn', { browser, system });
  return { name: both ?? browser ?? system ?? t('settings.profile.sessions.unknown'), isPhone };
}
