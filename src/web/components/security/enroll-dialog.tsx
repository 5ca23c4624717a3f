import { useTranslation } from '#web/session/translation.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Modal } from '#web/ui/dialogs/modal.tsx';
import { TotpSetup, type TotpSecret } from './totp-setup.tsx';

type Props = {
  secret: TotpSecret;
  onDone: (isEnrolled: boolean) => void;
};

/** Has a person set up an authenticator app who may do nothing else without one (R-MFA-13). */
export function EnrollDialog({ secret, onDone }: Props) {
  const { t } = useTranslation();
  return (
    <Modal title={t('security.enroll.title')} onClose={() => onDone(false)}>
      <div className="grid gap-5">
        <Banner tone="info">{t('security.enroll.text')}</Banner>
        <TotpSetup secret={secret} onDone={() => onDone(true)} />
      </div>
    </Modal>
  );
}
