import { useEffect, useState } from 'react';
import { useTranslation } from '#web/session/translation.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { ThemeColor } from './theme-color.tsx';
import { watchVersion } from './watch-version.ts';

/**
 * Offers to reload after a deployment, above the page and without moving it (R-PWA-03). The page continues to
 * work, and its input is kept as a draft, or asked about.
 */
export function UpdateNotice() {
  const { t } = useTranslation();
  const [isShown, setShown] = useState(false);
  useEffect(() => watchVersion(() => setShown(true)), []);
  return (
    <>
      <ThemeColor />
      <div
        role="status"
        className="fixed inset-x-4 bottom-4 z-40 mx-auto max-w-xl rounded-lg border border-line bg-surface shadow-lg empty:hidden"
      >
        {isShown && (
          <Banner
            tone="info"
            title={t('common.update.title')}
            action={
              <div className="flex flex-wrap gap-2">
                <Button size="sm" onClick={() => window.location.reload()}>
                  {t('common.action.reload')}
                </Button>
                <Button size="sm" variant="white" onClick={() => setShown(false)}>
                  {t('common.update.later')}
                </Button>
              </div>
            }
          />
        )}
      </div>
    </>
  );
}
