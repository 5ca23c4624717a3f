import { ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { api } from '#web/api/api.ts';
import { failureText } from '#web/components/errors/failure-text.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { useDialogs } from '#web/ui/dialogs/dialogs.tsx';

/** Opens the provider's customer portal, which links back here (R-SUB-18). */
export function PortalButton() {
  const { t } = useTranslation();
  const dialogs = useDialogs();
  const [isBusy, setIsBusy] = useState(false);
  const open = async () => {
    setIsBusy(true);
    try {
      const { url } = await api.subscriptions.createPortalSession();
      window.location.assign(url);
    } catch (error) {
      setIsBusy(false);
      await dialogs.error({
        title: t('billing.payment.portalFailed'),
        text: failureText(t, error) ?? t('errors.internal'),
      });
    }
  };
  return (
    <Button variant="white" loading={isBusy} onClick={() => void open()}>
      {t('billing.payment.portal')}
      <ExternalLink aria-hidden className="size-4" />
    </Button>
  );
}
