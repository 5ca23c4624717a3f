import { useState } from 'react';
import { Role, transactionsTier } from '#contract/access.ts';
import { useReadOnly } from '#web/components/billing/use-read-only.ts';
import { missingRequirements } from '#web/session/guard.ts';
import { useSession } from '#web/session/session.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { removeSampleData } from './samples.ts';

/** Says that the page shows sample data, and removes it for those who may (R-ONB-06). */
export function SampleNotice() {
  const { t } = useTranslation();
  const session = useSession();
  const readOnly = useReadOnly();
  const [isBusy, setBusy] = useState(false);
  const missing = missingRequirements(session, { tier: transactionsTier, role: Role.Member });
  // The page shows none of it.
  if (missing.tier !== undefined) return null;
  const mayRemove = !readOnly && Object.keys(missing).length === 0;
  const remove = async () => {
    setBusy(true);
    await removeSampleData(t);
    setBusy(false);
  };
  return (
    <Banner
      tone="info"
      role="status"
      action={
        mayRemove && (
          <Button
            size="sm"
            variant="white"
            aria-label={t('onboarding.samples.remove')}
            loading={isBusy}
            onClick={() => void remove()}
          >
            {t('onboarding.samples.removeAction')}
          </Button>
        )
      }
    >
      {t('onboarding.samples.notice')}
    </Banner>
  );
}
