import { useMutation } from '@tanstack/react-query';
import type { Archive } from '#contract/archives/archives.ts';
import { api } from '#web/api/api.ts';
import { DateTime } from '#web/components/date-time.tsx';
import { errorCodeText, failureText } from '#web/components/errors/failure-text.ts';
import { saveFile } from '#web/components/save-file.ts';
import { useFormats } from '#web/components/use-formats.ts';
import { useSession } from '#web/session/session.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { useDialogs } from '#web/ui/dialogs/dialogs.tsx';
import { toast } from '#web/ui/toaster.tsx';
import { refreshArchives } from './queries.ts';

const tones = { running: 'info', done: 'success', failed: 'danger', expired: 'neutral' } as const;

type Props = {
  archive: Archive;
  onRemoved: () => void;
};

/** Renders an export or import with its state; downloads its archive, or deletes it after a confirmation. */
export function ArchiveRow({ archive, onRemoved }: Props) {
  const { t } = useTranslation();
  const { user } = useSession();
  const dialogs = useDialogs();
  const { date: day } = useFormats();
  const { id, kind, createdAt, availableUntil } = archive;
  const date = day(createdAt, 'short');
  const state =
    archive.state === 'done' && kind === 'export' && !availableUntil ? 'expired' : archive.state;
  const onError = (error: Error) =>
    void dialogs.error({ text: failureText(t, error) ?? t('errors.internal') });
  const download = useMutation({
    mutationFn: async () =>
      saveFile(
        await api.archives.download({ params: { id } }),
        `pregao-${createdAt.slice(0, 10)}.tar.gz`,
      ),
    onError,
  });
  const remove = useMutation({
    mutationFn: () => api.archives.remove({ params: { id } }),
    onSuccess: () => {
      onRemoved();
      void toast({ tone: 'success', title: t('provisioning.archives.removed') });
    },
    onError,
    onSettled: refreshArchives,
  });
  const ask = async () => {
    const sure = await dialogs.confirm({
      title: t('provisioning.archives.removeTitle'),
      text: t('provisioning.archives.removeText'),
      yes: t('common.action.delete'),
      no: t('common.action.cancel'),
      danger: true,
    });
    if (sure) remove.mutate();
  };
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-3 py-4 first:pt-0 last:pb-0">
      <div className="min-w-0 flex-1 basis-72">
        <p className="flex flex-wrap items-center gap-2 text-sm font-medium">
          {t(`provisioning.archives.kind.${kind}`)}
          <Badge tone={tones[state]}>{t(`provisioning.archives.state.${state}`)}</Badge>
        </p>
        <p className="mt-1 flex flex-wrap gap-x-3 text-sm text-muted">
          <DateTime at={createdAt} />
          <Contents archive={archive} />
        </p>
        {archive.failure && (
          <p className="mt-1 text-sm text-danger-ink">{errorCodeText(t, archive.failure)}</p>
        )}
      </div>
      {!user.impersonatedBy && availableUntil && (
        <div className="flex flex-wrap gap-2">
          <Button
            size="sm"
            variant="secondary"
            loading={download.isPending}
            aria-label={t('provisioning.archives.downloadLabel', { date })}
            onClick={() => download.mutate()}
          >
            {t('provisioning.archives.download')}
          </Button>
          <Button
            size="sm"
            variant="danger"
            loading={remove.isPending}
            aria-label={t('provisioning.archives.removeLabel', { date })}
            onClick={() => void ask()}
          >
            {t('common.action.delete')}
          </Button>
        </div>
      )}
    </li>
  );
}

/** Renders the numbers of an archive, and until when it can be downloaded. */
function Contents({ archive }: { archive: Archive }) {
  const { t } = useTranslation();
  const { number, date } = useFormats();
  const { transactions, files, size, availableUntil } = archive;
  if (archive.state !== 'done') return null;
  return (
    <>
      <span>{t('provisioning.archives.transactions', { count: transactions ?? 0 })}</span>
      {files !== null && files > 0 && (
        <span>{t('provisioning.archives.files', { count: files })}</span>
      )}
      {size !== null && <span>{`${number(Math.ceil(size / 100_000) / 10)} MB`}</span>}
      {availableUntil && (
        <span>{t('provisioning.archives.until', { date: date(availableUntil, 'short') })}</span>
      )}
    </>
  );
}
