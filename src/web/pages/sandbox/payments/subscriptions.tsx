import { Repeat } from 'lucide-react';
import { useFormats } from '#web/components/use-formats.ts';
import { usePriceText } from '#web/pages/sandbox/amounts.ts';
import { useTranslation } from '#web/session/translation.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { NewestRecords } from './newest-records.tsx';
import type { SandboxRecords, SandboxSubscription } from './records.ts';
import { StatusBadge } from './status-badge.tsx';

export function SubscriptionTable({ products, customers, subscriptions }: SandboxRecords) {
  const { t } = useTranslation();
  const { date } = useFormats();
  const planText = usePriceText(products);
  const nameOf = ({ customer }: SandboxSubscription) => {
    const found = customers.find(({ id }) => id === customer);
    return found?.name ?? found?.email ?? customer;
  };
  return (
    <NewestRecords
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
          render: ({ items, cancel_at: end }) => (
            <>
              {date((items.data[0]?.current_period_end ?? 0) * 1_000, 'short')}
              {end !== null && (
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
