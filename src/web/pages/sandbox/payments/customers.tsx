import { Users } from 'lucide-react';
import { Link } from 'react-router';
import { useFormats } from '#web/components/use-formats.ts';
import { useTranslation } from '#web/session/translation.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { NewestRecords } from './newest-records.tsx';
import type { SandboxRecords } from './records.ts';

export function CustomerTable({ customers, subscriptions }: SandboxRecords) {
  const { t } = useTranslation();
  const { date, number } = useFormats();
  const subscribed = Map.groupBy(subscriptions, ({ customer }) => customer);
  return (
    <NewestRecords
      caption={t('sandbox.customers.title')}
      rows={customers}
      columns={[
        {
          key: 'name',
          header: t('sandbox.customers.name'),
          render: ({ name, id }) => name ?? id,
        },
        { key: 'email', header: t('sandbox.customers.email'), render: ({ email }) => email },
        {
          key: 'subscriptions',
          header: t('sandbox.customers.subscriptions'),
          align: 'end',
          render: ({ id }) => number(subscribed.get(id)?.length ?? 0),
        },
        {
          key: 'since',
          header: t('sandbox.customers.since'),
          render: ({ created }) => date(created * 1_000, 'short'),
        },
      ]}
      empty={
        <EmptyState
          icon={<Users aria-hidden />}
          title={t('sandbox.customers.empty')}
          action={
            <Link to="/account/register" className={buttonClass('secondary')}>
              {t('sandbox.customers.register')}
            </Link>
          }
        >
          {t('sandbox.customers.emptyText')}
        </EmptyState>
      }
    />
  );
}
