import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { failureText } from '#web/components/errors/failure-text.ts';
import { saveFile } from '#web/components/save-file.ts';
import { Button } from '#web/ui/button.tsx';
import { useDialogs } from '#web/ui/dialogs/dialogs.tsx';

/** Downloads the current selection as CSV; `load` fetches it. */
export function AuditExport({ load }: { load: () => Promise<Blob> }) {
  const { t } = useTranslation();
  const dialogs = useDialogs();
  const save = useMutation({
    mutationFn: async () => {
      const today = new Date().toISOString().slice(0, 10);
      saveFile(await load(), `${t('audit.file')}-${today}.csv`);
    },
    onError: (error) =>
      void dialogs.error({
        title: t('audit.exportFailed'),
        text: failureText(t, error) ?? t('errors.internal'),
      }),
  });
  return (
    <Button variant="white" loading={save.isPending} onClick={() => save.mutate()}>
      <Download aria-hidden className="size-4" />
      {t('audit.export')}
    </Button>
  );
}
