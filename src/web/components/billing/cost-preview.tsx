import type { UseQueryResult } from '@tanstack/react-query';
import type { UpcomingInvoice } from '#contract/invoices.ts';
import type { Currency } from '#contract/money.ts';
import { CostBreakdown } from '#web/components/billing/cost-breakdown.tsx';
import { failureText } from '#web/components/errors/failure-text.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

type Props = {
  query: UseQueryResult<UpcomingInvoice | null>;
  currency: Currency;
};

/** Renders the cost of a change: the amount due now, after proration, and at renewal (R-SUB-03). */
export function CostPreview({ query, currency }: Props) {
  const { t } = useTranslation();
  const { data, error, isLoading } = query;
  return (
    <section aria-live="polite" className="rounded-lg border border-line p-4">
      <h3 className="pb-3 text-sm font-medium">{t('billing.preview.title')}</h3>
      {isLoading && <Skeleton className="h-20" />}
      {error && <PreviewFailed query={query} />}
      {data !== undefined && !error && <CostBreakdown invoice={data} currency={currency} />}
    </section>
  );
}

type FailedProps = { query: Pick<UseQueryResult, 'error' | 'isFetching' | 'refetch'> };

/** Tells why a cost is unknown, and asks for it again: without it nothing can be confirmed. */
export function PreviewFailed({ query: { error, isFetching, refetch } }: FailedProps) {
  const { t } = useTranslation();
  return (
    <Banner
      tone="danger"
      action={
        <Button size="sm" variant="white" loading={isFetching} onClick={() => void refetch()}>
          {t('common.action.retry')}
        </Button>
      }
    >
      {failureText(t, error)}
    </Banner>
  );
}
