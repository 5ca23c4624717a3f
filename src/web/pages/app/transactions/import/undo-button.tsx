import { useMutation } from '@tanstack/react-query';
import type { TransactionImport } from '#contract/imports/imports.ts';
import { api } from '#web/api/api.ts';
import { useReadOnly } from '#web/components/billing/use-read-only.ts';
import { failureText } from '#web/components/errors/failure-text.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { useDialogs } from '#web/ui/dialogs/dialogs.tsx';
import { toast } from '#web/ui/toaster.tsx';
import { refreshImports } from './queries.ts';
import { useUndoneText } from './use-undone-text.ts';

/** Undoes an import after a confirmation, and tells how many transactions were deleted and kept (R-IMP-08). */
export function UndoButton({ made: { id, fileName } }: { made: TransactionImport }) {
  const { t } = useTranslation();
  const undoneText = useUndoneText();
  const dialogs = useDialogs();
  const readOnly = useReadOnly();
  const undo = useMutation({
    mutationFn: () => api.imports.undo({ params: { id } }),
    onSuccess: ({ undone }) => {
      if (undone) void toast({ tone: 'success', title: undoneText(undone) });
    },
    onError: (error) => void dialogs.error({ text: failureText(t, error) ?? t('errors.internal') }),
    onSettled: () => refreshImports(),
  });
  const ask = async () => {
    const sure = await dialogs.confirm({
      title: t('imports.undoTitle'),
      text: t('imports.undoText', { file: fileName }),
      yes: t('imports.undo'),
      no: t('common.action.cancel'),
      danger: true,
    });
    if (sure) undo.mutate();
  };
  return (
    <Button
      size="sm"
      variant="secondary"
      disabled={readOnly !== null}
      loading={undo.isPending}
      aria-label={t('imports.undoOf', { file: fileName })}
      onClick={() => void ask()}
    >
      {t('imports.undo')}
    </Button>
  );
}
