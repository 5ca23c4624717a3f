import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { api } from '#web/api/api.ts';
import { failureText } from '#web/components/errors/failure-text.ts';
import { saveFile } from '#web/components/save-file.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { useDialogs } from '#web/ui/dialogs/dialogs.tsx';

/** Downloads everything that is stored about the person (R-DAT-05). */
export function DataExport() {
  const { t } = useTranslation();
  const dialogs = useDialogs();
  const download = useMutation({
    mutationFn: async () => saveFile(await api.users.exportData(), 'personal-data.json'),
    onError: (error) =>
      void dialogs.error({
        title: t('settings.profile.data.failed'),
        text: failureText(t, error) ?? t('errors.internal'),
      }),
  });
  return (
    <Card>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
        <p className="min-w-0 flex-1 basis-60 text-sm text-pretty text-muted">
          {t('settings.profile.data.hint')}
        </p>
        <Button variant="white" loading={download.isPending} onClick={() => download.mutate()}>
          <Download aria-hidden className="size-4" />
          {t('settings.profile.data.submit')}
        </Button>
      </div>
    </Card>
  );
}
