import type { Translate } from '#locales/translation.ts';
import { takeNotice } from '#web/session/notice.ts';
import { toast } from '#web/ui/toaster.tsx';

/** Shows the notice that a redirect left for the page it leads to (R-APP-03). */
export function showNotice(t: Translate) {
  const notice = takeNotice();
  // The page to sign in has shown that one.
  if (notice && notice !== 'joinDeclined')
    void toast({ tone: 'info', title: t(`common.notice.${notice}`) });
}
