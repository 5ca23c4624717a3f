import { Smartphone } from 'lucide-react';
import { api } from '#web/api/api.ts';
import { DateTime } from '#web/components/date-time.tsx';
import { useTranslation } from '#web/session/translation.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { useDialogs } from '#web/ui/dialogs/dialogs.tsx';
import { Modal } from '#web/ui/dialogs/modal.tsx';
import { SecurityRow } from './security-row.tsx';
import { TotpSetup } from './totp-setup.tsx';
import { useFactorChange } from './use-factor-change.ts';

/** Shows whether an authenticator app is set up, sets it up and removes it. */
export function TotpRow({ since }: { since: string | null }) {
  const { t } = useTranslation();
  return (
    <SecurityRow
      icon={Smartphone}
      title={
        <>
          {t('security.totp.title')}
          {since && <Badge tone="success">{t('security.on')}</Badge>}
        </>
      }
      text={
        since ? (
          <>
            {t('security.totp.since')} <DateTime at={since} />
          </>
        ) : (
          t('security.totp.text')
        )
      }
    >
      {since ? <RemoveTotp /> : <SetUpTotp />}
    </SecurityRow>
  );
}

/** Renders the button that sets up an authenticator app. */
export function SetUpTotp() {
  const { t } = useTranslation();
  const dialogs = useDialogs();
  const setUp = useFactorChange({
    change: () => api.factors.startTotp(),
    // A dialog of the page: this row changes as soon as the app is confirmed.
    onSuccess: (secret) =>
      void dialogs.open((answer) => (
        <Modal title={t('security.totp.setUpTitle')} onClose={() => answer(false)}>
          <TotpSetup secret={secret} onDone={() => answer(true)} />
        </Modal>
      )),
  });
  return (
    <Button size="sm" loading={setUp.isPending} onClick={setUp.start}>
      {t('security.totp.setUp')}
    </Button>
  );
}

function RemoveTotp() {
  const { t } = useTranslation();
  const remove = useFactorChange({
    change: () => api.factors.removeTotp(),
    question: {
      title: t('security.totp.removeTitle'),
      text: t('security.totp.removeText'),
      yes: t('security.remove'),
    },
    done: t('security.totp.removed'),
  });
  return (
    <Button
      variant="white"
      size="sm"
      aria-label={t('security.totp.removeNamed')}
      loading={remove.isPending}
      onClick={remove.start}
    >
      {t('security.remove')}
    </Button>
  );
}
