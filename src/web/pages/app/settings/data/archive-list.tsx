import { FolderDown } from 'lucide-react';
import { useRef } from 'react';
import type { Archive } from '#contract/archives/archives.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { ArchiveRow } from './archive-row.tsx';

/** Renders the exports and imports, which are undefined while they load (R-ARC-02). */
export function ArchiveList({ archives }: { archives: Archive[] | undefined }) {
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
