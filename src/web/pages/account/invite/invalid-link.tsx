import { useState } from 'react';
import type { CurrentVisitor } from '#web/pages/account/current-visitor.ts';
import { InvalidInvitation } from '#web/pages/account/invalid-invitation.tsx';
import { useTranslation } from '#web/session/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Modal } from '#web/ui/dialogs/modal.tsx';

/** Reports an invalid join link in a dialog, and on the page that remains after closing it. */
export function InvalidLink({ visiting }: { visiting: CurrentVisitor }) {
  const { t } = useTranslation();
  const [isDismissed, setDismissed] = useState(false);
  const text = t('members.request.invalid');
  const close = () => setDismissed(true);
  return (
    <>
      <InvalidInvitation text={text} visiting={visiting} />
      <Modal
        open={!isDismissed}
        title={t('members.invalid.title')}
        onClose={close}
        footer={
          <Button variant="white" onClick={close}>
            {t('common.action.close')}
          </Button>
        }
      >
        <p className="text-sm text-pretty text-muted">{text}</p>
      </Modal>
    </>
  );
}
