import type { ReactNode } from 'react';
import { useTranslation } from '#web/session/translation.ts';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';

/** Offers the first transaction below a drawing of prices and the stop that follows them. */
export function NoTransactions({ action }: { action: ReactNode }) {
  const { t } = useTranslation();
  return (
    <Card>
      <svg
        aria-hidden
        viewBox="0 0 240 80"
        className="mx-auto mt-6 h-24 max-w-full fill-none stroke-[6]"
      >
        <path
          className="stroke-line-strong"
          d="M12 66v-12m24 6v-14m24 8v-16m24 12v-12m24 4v-14m24 10v-14m24 4v-14m24 10v-14m24 6v-12"
        />
        <path className="stroke-accent stroke-3" d="M4 76h44v-10h48v-12h48v-14h48v-12h44" />
      </svg>
      <EmptyState className="pt-6" title={t('app.dashboard.emptyTitle')} action={action}>
        {t('app.dashboard.emptyText')}
      </EmptyState>
    </Card>
  );
}
