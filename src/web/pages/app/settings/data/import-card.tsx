import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '#web/api/api.ts';
import { useReadOnly } from '#web/components/billing/use-read-only.ts';
import { failureText } from '#web/components/errors/failure-text.ts';
import { useFormats } from '#web/components/use-formats.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Card } from '#web/ui/card.tsx';
import { DropZone } from '#web/ui/drop-zone.tsx';
import { toast } from '#web/ui/toaster.tsx';
import { refreshArchives } from './queries.ts';

/** Uploads an archive, which is then imported (R-ARC-03); a refusal is shown below the field. */
export function ImportCard({ disabled }: { disabled: boolean }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const readOnly = useReadOnly();
  const [share, setShare] = useState(0);
  const upload = useMutation({
    mutationFn: (content: File) =>
      api.archives.upload({ file: { content, name: content.name, onProgress: setShare } }),
    onSuccess: () => void toast({ tone: 'success', title: t('provisioning.archives.uploaded') }),
    onSettled: refreshArchives,
  });
  const { error, isPending } = upload;
  return (
    <Card
      title={t('provisioning.archives.importTitle')}
      description={t('provisioning.archives.importText')}
    >
      <div className="grid gap-4">
        <DropZone
          aria-label={t('provisioning.archives.choose')}
          accept=".gz,.tgz"
          note={t('provisioning.archives.note')}
          disabled={disabled || isPending || readOnly !== null}
          onFiles={([file]) => file && upload.mutate(file)}
        />
        <p role="status" className="text-sm text-muted empty:hidden">
          {isPending &&
            t('provisioning.archives.importing', { percent: number(Math.round(share * 100)) })}
        </p>
        <div role="alert" className="empty:hidden">
          {error && !isPending && (
            <Banner tone="danger">{failureText(t, error) ?? t('errors.internal')}</Banner>
          )}
        </div>
      </div>
    </Card>
  );
}
