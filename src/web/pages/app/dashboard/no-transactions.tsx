import { ReceiptText } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from '#web/session/translation.ts';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';

/** Offers the first transaction. */
export function NoTransactions({ action }: { action: ReactNode }) {
  const { t } = useTranslation();
  return (
    <Card>
      <EmptyState
        icon={<ReceiptText aria-hidden />}
        title={t('app.dashboard.emptyTitle')}
        action={action}
      >
        {t('app.dashboard.emptyText')}
      </EmptyState>
    </Card>
  );
}
