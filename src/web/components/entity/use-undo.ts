import { failureText } from '#web/components/errors/failure-text.ts';
import { useTranslation } from '#web/session/translation.ts';
import { toast } from '#web/ui/toaster.tsx';

/** Returns a function that reports a change of `count` records and offers to undo it (R-HIS-04). */
export function useUndo() {
  const { t } = useTranslation();
  const undo = async (count: number, restore: () => Promise<unknown>) => {
    try {
      await restore();
      await toast({ tone: 'success', title: t('lists.undone', { count }) });
    } catch (error) {
      await toast({ tone: 'error', title: failureText(t, error) ?? t('errors.internal') });
    }
  };
  return (title: string, count: number, restore: (() => Promise<unknown>) | undefined) =>
    void toast({
      tone: 'success',
      title,
      ...(restore && {
        action: { label: t('lists.undo'), onAction: () => void undo(count, restore) },
      }),
    });
}
