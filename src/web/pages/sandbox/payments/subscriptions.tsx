import { Repeat } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '#web/components/use-formats.ts';
import { usePlanText } from '#web/pages/sandbox/amounts.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Newest } from './newest.tsx';
import type { Records, Subscription } from './records.ts';
import { StatusBadge } from './status-badge.tsx';

export function Subscriptions({ products, customers, subscriptions }: Records) {
  const { t } = useTranslation();
  const { date } = useFormats();
  const planText = usePlanText(products);
  const nameOf = ({ customer }: Subscription) => {
    const found = customers.find(({ id }) => id === customer);
    return found?.name ?? found?.email ?? customer;
  };
  return (
    <Newest
      caption={t('sandbox.subscriptions.title')}
      rows={subscriptions}
      columns={[
        { key: 'customer', header: t('sandbox.customers.name'), render: nameOf },
        {
          key: 'plan',
          header: t('sandbox.subscriptions.plan'),
          render: ({ items }) => items.data.map(({ price }) => planText(price)).join(', '),
        },
        {
          key: 'status',
          header: t('sandbox.subscriptions.status'),
          render: ({ status }) => <StatusBadge status={status} />,
        },
        {
          key: 'next',
          header: t('sandbox.subscriptions.next'),
          render: ({ items, cancel_at_period_end: isEnding }) => (
            <>
              {date((items.data[0]?.current_period_end ?? 0) * 1_000, 'short')}
              {isEnding && (
                <span className="block text-xs text-muted">
                  {t('sandbox.subscriptions.ending')}
                </span>
              )}
            </>
          ),
        },
      ]}
      empty={
        <EmptyState icon={<Repeat aria-hidden />} title={t('sandbox.subscriptions.empty')}>
          {t('sandbox.customers.emptyText')}
        </EmptyState>
      }
    />
  );
}
