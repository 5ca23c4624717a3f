import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { api } from '#web/api/api.ts';
import { tenantKey } from '#web/api/queries.ts';
import { useFormats } from '#web/components/use-formats.ts';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Illustration } from './illustration.tsx';
import { monthlyFigures } from './monthly-figures.ts';
import { Months } from './months.tsx';

const shownMonths = 6;
/** As many as one call gives; with more, the figures say what they are made of. */
const limit = 1_000;

const latestMonths = async () => {
  const { items, next } = await api.transactions.getAll({ query: { limit } });
  return {
    months: monthlyFigures(items, new Date(), shownMonths),
    isEmpty: items.length === 0,
    isComplete: next === null,
  };
};

/** What the organization recorded in the last months. */
export function Figures({ action }: { action: ReactNode }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { data, error } = useQuery({
    queryKey: tenantKey('transactions', 'figures'),
    queryFn: latestMonths,
  });
  if (error && !data) throw error;
  if (!data) return <FiguresSkeleton />;
  if (data.isEmpty) {
    return (
      <Card>
        <EmptyState
          title={t('app.dashboard.emptyTitle')}
          icon={null}
          action={action}
          className="gap-4"
        >
          <Illustration className="mx-auto mb-2 w-full max-w-xs" />
          {t('app.dashboard.emptyText')}
        </EmptyState>
      </Card>
    );
  }
  const { months } = data;
  const [last, current] = months.slice(-2);
  const total = months.reduce((sum, { count }) => sum + count, 0);
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-3">
        <Figure
          label={t('app.dashboard.thisMonth')}
          value={formats.money(current?.amount ?? 0, 'usd')}
          note={t('app.dashboard.count', { count: current?.count ?? 0 })}
        />
        <Figure
          label={t('app.dashboard.lastMonth')}
          value={formats.money(last?.amount ?? 0, 'usd')}
          note={t('app.dashboard.count', { count: last?.count ?? 0 })}
        />
        <Figure
          label={t('app.dashboard.months')}
          value={formats.money(
            months.reduce((sum, { amount }) => sum + amount, 0),
            'usd',
          )}
          note={t('app.dashboard.count', { count: total })}
        />
      </div>
      <Card
        title={t('app.dashboard.months')}
        {...(!data.isComplete && {
          description: t('app.dashboard.latestOnly', { formatted: formats.number(limit) }),
        })}
        actions={
          <Link
            to="/app/transactions"
            className="text-sm font-medium text-accent-ink hover:underline"
          >
            {t('app.dashboard.seeAll')}
          </Link>
        }
      >
        <Months months={months} />
      </Card>
    </>
  );
}

function Figure({ label, value, note }: { label: string; value: string; note: string }) {
  return (
    <Card>
      <p className="text-sm text-muted">{label}</p>
      <p className="mt-2 text-2xl font-semibold tracking-tight tabular-nums">{value}</p>
      <p className="mt-1 text-sm text-muted">{note}</p>
    </Card>
  );
}

function FiguresSkeleton() {
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-3">
        <Skeleton className="h-32 rounded-lg" />
        <Skeleton className="h-32 rounded-lg" />
        <Skeleton className="h-32 rounded-lg" />
      </div>
      <Skeleton className="h-72 rounded-lg" />
    </>
  );
}
