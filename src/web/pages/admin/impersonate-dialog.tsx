import { api } from '#web/api/api.ts';
import { startImpersonation } from '#web/session/session.ts';
import { useTranslation } from '#web/session/translation.ts';
import { ReasonDialog } from './reason-dialog.tsx';

type Props = {
  userId: string;
  name: string;
  /** Organization to open; without it, the user's default organization. */
  tenantId?: string;
  onClose: () => void;
};

/** Asks for a reason, then impersonates the user in this tab (R-SEC-08). */
export function ImpersonateDialog({ userId, name, tenantId, onClose }: Props) {
  const { t } = useTranslation();
  const texts = {
    title: t('admin.acting.title', { name }),
    text: t('admin.acting.text'),
    reason: t('admin.acting.reason'),
    hint: t('admin.acting.reasonHint'),
    submit: t('admin.acting.submit'),
  };
  const start = async (body: { reason: string }) =>
    startImpersonation(await api.accounts.impersonate({ params: { userId }, body }), tenantId);
  return <ReasonDialog texts={texts} onSubmit={start} onClose={onClose} />;
}
