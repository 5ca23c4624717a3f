import { api } from '#web/api/api.ts';
import { useTranslation } from '#web/session/translation.ts';
import { toast } from '#web/ui/toaster.tsx';
import { ReasonDialog } from './reason-dialog.tsx';

type Props = {
  userId: string;
  name: string;
  onClose: () => void;
};

/** Removes the second factors of a user who has proven their identity; asks how (R-MFA-14). */
export function RemoveFactorsDialog({ userId, name, onClose }: Props) {
  const { t } = useTranslation();
  const texts = {
    title: t('admin.factors.title', { name }),
    text: t('admin.factors.text'),
    reason: t('admin.factors.reason'),
    hint: t('admin.factors.reasonHint'),
    submit: t('admin.factors.submit'),
  };
  const remove = async (body: { reason: string }) => {
    await api.factors.removeOfUser({ params: { userId }, body });
    onClose();
    void toast({ tone: 'success', title: t('admin.factors.removed') });
  };
  return <ReasonDialog texts={texts} onSubmit={remove} onClose={onClose} />;
}
