import { useTranslation } from '#web/session/translation.ts';
import { useDialogs } from '#web/ui/dialogs/dialogs.tsx';
import { Modal } from '#web/ui/dialogs/modal.tsx';
import { RecoveryCodeList } from './recovery-code-list.tsx';

/** Returns a function that shows new recovery codes, if there are any, in a dialog of the page. */
export function useShowRecoveryCodes() {
  const { t } = useTranslation();
  const dialogs = useDialogs();
  return (codes: string[]) => {
    if (codes.length === 0) return;
    void dialogs.open((answer) => (
      <Modal title={t('security.codesTitle')} onClose={() => answer(false)}>
        <RecoveryCodeList codes={codes} onDone={() => answer(true)} />
      </Modal>
    ));
  };
}
