import { failureText } from '#web/components/errors/failure-text.ts';
import { useTranslation } from '#web/session/translation.ts';
import { toast } from '#web/ui/toaster.tsx';

/** Returns a function that reports a deletion and offers to undo it (R-HIS-04). */
export function useUndo(restore: ((ids: string[]) => Promise<unknown>) | undefined) {
  const { t } = useTranslation();
  const undo = async (ids: string[]) => {
    try {
      await restore?.(ids);
      await toast({ tone: 'success', title: t('lists.undone', { count: ids.length }) });
    } catch (error) {
      await toast({ tone: 'error', title: failureText(t, error) ?? t('errors.internal') });
    }
  };
  return (title: string, ids: string[]) =>
    void toast({
      tone: 'success',
      title,
      ...(restore && { action: { label: t('lists.undo'), onAction: () => void undo(ids) } }),
    });
}
