import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Movement } from '#contract/overview.ts';
import { DateTime } from '#web/components/date-time.tsx';
import { Badge } from '#web/ui/badge.tsx';
import type { Column } from '#web/ui/table.tsx';
import { useMonthlyAmount } from './use-monthly-amount.ts';

const tones = {
  new: 'success',
  expansion: 'success',
  contraction: 'warning',
  churn: 'danger',
} as const;

export const useMovementColumns = (): Column<Movement>[] => {
  const { t } = useTranslation();
  const monthly = useMonthlyAmount();
  const text = (key: 'at' | 'organization' | 'product' | 'kind' | 'before' | 'after' | 'change') =>
    ({ key, header: t(`overview.movementList.${key}`) }) as const;
  return [
    {
      ...text('organization'),
      render: ({ tenant }) =>
        tenant.name === null ? (
          <span className="text-muted">{t('overview.movementList.deleted')}</span>
        ) : (
          <Link to={`/admin/users/${tenant.id}`} className="underline-offset-4 hover:underline">
            {tenant.name}
          </Link>
        ),
    },
    { ...text('at'), render: ({ at }) => <DateTime at={at} /> },
    {
      ...text('kind'),
      render: ({ kind }) => <Badge tone={tones[kind]}>{t(`overview.kind.${kind}`)}</Badge>,
    },
    { ...text('product'), render: ({ product }) => product },
    {
      ...text('before'),
      align: 'end',
      render: ({ before, currency }) => monthly(before, currency),
    },
    { ...text('after'), align: 'end', render: ({ after, currency }) => monthly(after, currency) },
    {
      ...text('change'),
      align: 'end',
      phone: 'first',
      render: ({ before, after, currency }) => <strong>{monthly(after - before, currency)}</strong>,
    },
  ];
};
