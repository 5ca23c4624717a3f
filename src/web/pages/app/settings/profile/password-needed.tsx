import { Link } from 'react-router';
import { useTranslation } from '#web/session/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Modal } from '#web/ui/dialogs/modal.tsx';
import { setPasswordPath } from './set-password-path.ts';

type Props = {
  title: string;
  /** Why a password is needed. */
  text: string;
  email: string;
  onClose: () => void;
};

/** Offers to set a password first, to a person who has none. */
export function PasswordNeeded({ title, text, email, onClose }: Props) {
  const { t } = useTranslation();
  return (
    <Modal
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button variant="white" onClick={onClose}>
            {t('common.action.cancel')}
          </Button>
          <Button render={<Link to={setPasswordPath(email)} />}>
            {t('settings.profile.email.setPassword')}
          </Button>
        </>
      }
    >
      <p className="text-sm text-pretty text-muted">{text}</p>
    </Modal>
  );
}
