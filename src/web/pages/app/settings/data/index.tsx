import { useQuery, useMutation } from '@tanstack/react-query';
import { FolderDown, Download } from 'lucide-react';
import { useRef, useState } from 'react';
import { tierAllows, transactionsTier } from '#contract/access.ts';
import { archiveDays } from '#contract/archives/archive-days.ts';
import type { Archive } from '#contract/archives/archives.ts';
import { api } from '#web/api/api.ts';
import { useReadOnly } from '#web/components/billing/use-read-only.ts';
import { failureText } from '#web/components/errors/failure-text.ts';
import { ExportButton } from '#web/components/lists/export-button.tsx';
import { PageTitle } from '#web/components/page-title.tsx';
import { useFormats } from '#web/components/use-formats.ts';
import type { RouteHandle } from '#web/layouts/breadcrumb.tsx';
import { useSession } from '#web/session/session.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { useDialogs } from '#web/ui/dialogs/dialogs.tsx';
import { DropZone } from '#web/ui/drop-zone.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { toast } from '#web/ui/toaster.tsx';
import { ArchiveRow } from './archive-row.tsx';
import { archivesQuery, refreshArchives } from './queries.ts';

export const handle: RouteHandle = { title: 'settings.menu.data' };

/** Exports the organization to an archive and imports one (R-ARC-01, R-ARC-03). */
export default function Data() {
  const { t } = useTranslation();
  const { tenant, user } = useSession();
  const { data: archives, error } = useQuery(archivesQuery());
  if (error && !archives) throw error;
  const isBusy = !archives || archives.some(({ state }) => state === 'running');
  return (
    <>
      <PageTitle>{t('provisioning.archives.title')}</PageTitle>
      <PageHeader
        title={t('provisioning.archives.title')}
        description={t('provisioning.archives.text', { organization: tenant.name })}
      />
      {user.impersonatedBy && <Banner tone="info">{t('provisioning.keys.inPerson')}</Banner>}
      <div className="grid gap-6 lg:grid-cols-2">
        <ExportCard disabled={isBusy || user.impersonatedBy !== null} />
        <ImportCard disabled={isBusy || user.impersonatedBy !== null} />
      </div>
      <ArchiveList archives={archives} />
    </>
  );
}

/** Renders the exports and imports, which are undefined while they load (R-ARC-02). */
function ArchiveList({ archives }: { archives: Archive[] | undefined }) {
  const { t } = useTranslation();
  const list = useRef<HTMLUListElement>(null);
  return (
    <Card title={t('provisioning.archives.listTitle')}>
      {!archives && <Skeleton className="h-24" />}
      {archives?.length === 0 && (
        <EmptyState icon={<FolderDown aria-hidden />} title={t('provisioning.archives.emptyTitle')}>
          {t('provisioning.archives.emptyText')}
        </EmptyState>
      )}
      {archives && archives.length > 0 && (
        <ul
          ref={list}
          tabIndex={-1}
          role="list"
          aria-label={t('provisioning.archives.listTitle')}
          className="divide-y divide-line outline-none"
        >
          {archives.map((archive) => (
            <ArchiveRow
              key={archive.id}
              archive={archive}
              // The button is removed with its row, so the focus moves to the list.
              onRemoved={() => list.current?.focus()}
            />
          ))}
        </ul>
      )}
    </Card>
  );
}

/** Renders the button that starts an export (R-ARC-01), and one for transactions that the plan doesn't show. */
function ExportCard({ disabled }: { disabled: boolean }) {
  const { t } = useTranslation();
  const dialogs = useDialogs();
  const { tier } = useSession();
  const create = useMutation({
    mutationFn: () => api.archives.create(),
    onSuccess: () => void toast({ tone: 'success', title: t('provisioning.archives.started') }),
    onError: (error) => void dialogs.error({ text: failureText(t, error) ?? t('errors.internal') }),
    onSettled: refreshArchives,
  });
  return (
    <Card
      id="export"
      title={t('provisioning.archives.exportTitle')}
      description={t('provisioning.archives.exportText', { days: archiveDays })}
    >
      <div className="flex flex-wrap gap-2">
        <Button loading={create.isPending} disabled={disabled} onClick={() => create.mutate()}>
          <Download aria-hidden className="size-4" />
          {t('provisioning.archives.export')}
        </Button>
        {!tierAllows(tier, transactionsTier) && (
          <ExportButton
            label={t('provisioning.archives.exportCsv')}
            file="transactions"
            load={(language) => api.transactions.exportCsv({ query: { language } })}
          />
        )}
      </div>
    </Card>
  );
}

/** Uploads an archive, which is then imported (R-ARC-03); a refusal is shown below the field. */
function ImportCard({ disabled }: { disabled: boolean }) {
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
      id="import"
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
