import type { UseQueryResult } from '@tanstack/react-query';
import type { ImportPreview, TransactionImport } from '#contract/imports/imports.ts';
import type { ChosenMapping } from '#contract/imports/mapping.ts';
import { failureText } from '#web/components/errors/failure-text.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { MappingCard } from './mapping-card.tsx';
import { PreviewCard } from './preview-card.tsx';
import type { ChosenFile } from './queries.ts';

type Props = {
  chosen: ChosenFile;
  query: Pick<UseQueryResult<ImportPreview>, 'data' | 'error' | 'isFetching' | 'refetch'>;
  onChange: (change: ChosenMapping) => void;
  onImported: (imported: TransactionImport) => void;
};

/** Shows the check of a file: its columns, and what an import would store (R-IMP-03, R-IMP-04). */
export function FileCheck({ chosen, query, onChange, onImported }: Props) {
  const { t } = useTranslation();
  const { data: preview, error, isFetching, refetch } = query;
  if (error) {
    return (
      <Banner
        role="alert"
        tone="danger"
        action={
          <Button size="sm" variant="white" loading={isFetching} onClick={() => void refetch()}>
            {t('common.action.retry')}
          </Button>
        }
      >
        {failureText(t, error) ?? t('errors.internal')}
      </Banner>
    );
  }
  if (!preview) return <CheckSkeleton />;
  return (
    <>
      <MappingCard {...{ preview, onChange }} />
      <PreviewCard {...{ chosen, preview, onImported }} isChecking={isFetching} />
    </>
  );
}

function CheckSkeleton() {
  const { t } = useTranslation();
  return (
    <Card aria-busy>
      <p role="status" className="sr-only">
        {t('imports.checking')}
      </p>
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
        {Array.from({ length: 8 }, (_, index) => (
          <Skeleton key={index} className="h-16" />
        ))}
      </div>
    </Card>
  );
}
