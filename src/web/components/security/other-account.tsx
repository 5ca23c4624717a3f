import { useTranslation } from '#web/session/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Modal } from '#web/ui/dialogs/modal.tsx';

type Props = {
  /** Email of the person whose input the page has. */
  former: string;
  /** Email of the person who is signed in now. */
  email: string;
  /** True if the input is kept as a draft. */
  isKept: boolean;
  onClose: () => void;
};

/** Says that another person is signed in now, and what becomes of the input (R-ACC-44). */
export function OtherAccount({ former, email, isKept, onClose }: Props) {
  const { t } = useTranslation();
  return (
    <Modal title={t('drafts.otherAccount.title', { email })} onClose={onClose}>
      <div className="grid gap-5">
        <p className="text-sm text-muted">
          {t(isKept ? 'drafts.otherAccount.kept' : 'drafts.otherAccount.lost', { former })}
        </p>
        <Button className="justify-self-end" onClick={onClose}>
          {t('drafts.otherAccount.open')}
        </Button>
      </div>
    </Modal>
  );
}
