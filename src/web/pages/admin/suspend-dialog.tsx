import { useQueryClient } from '@tanstack/react-query';
import { api } from '#web/api/api.ts';
import { useTranslation } from '#web/session/translation.ts';
import { toast } from '#web/ui/toaster.tsx';
import { ReasonDialog } from './reason-dialog.tsx';

type Props = {
  kind: 'tenant' | 'user';
  id: string;
  name: string;
  onClose: () => void;
};

/** Asks for a reason, then suspends an organization or an account (R-OPR-13, R-OPR-14). */
export function SuspendDialog({ kind, id, name, onClose }: Props) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const texts = {
    title: t(`support.suspension.${kind}.title`, { name }),
    text: t(`support.suspension.${kind}.text`),
    reason: t('support.suspension.reason'),
    hint: t(`support.suspension.${kind}.hint`),
    submit: t(`support.suspension.${kind}.action`),
  };
  const suspend = async (body: { reason: string }) => {
    const call = { params: { id }, body };
    try {
      await (kind === 'tenant'
        ? api.suspensions.suspendTenant(call)
        : api.suspensions.suspendUser(call));
    } finally {
      await cache.invalidateQueries({ queryKey: ['operator'] });
    }
    onClose();
    void toast({ tone: 'success', title: t(`support.suspension.${kind}.done`, { name }) });
  };
  return <ReasonDialog texts={texts} onSubmit={suspend} onClose={onClose} />;
}
