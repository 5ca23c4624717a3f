import { useTranslation } from '#web/session/translation.ts';
import { Banner } from '#web/ui/banner.tsx';
import { AccountPanel } from './panel.tsx';

/** Says that the person has authenticated again, and that the page in the other tab continues. */
export function Confirmed() {
  const { t } = useTranslation();
  return (
    <AccountPanel title={t('account.again.title')}>
      <Banner tone="success" role="alert">
        {t('account.again.confirmed')}
      </Banner>
    </AccountPanel>
  );
}
