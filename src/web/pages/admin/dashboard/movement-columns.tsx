import type { Movement } from '#contract/overview.ts';
import { DateTime } from '#web/components/date-time.tsx';
import type { ListColumn } from '#web/components/lists/use-list-state.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Badge } from '#web/ui/badge.tsx';
import { useTenantColumn } from './figure-list.tsx';
import { useMonthlyAmount } from './use-monthly-amount.ts';

const tones = {
  new: 'success',
  expansion: 'success',
  contraction: 'warning',
  churn: 'danger',
} as const;

export function useMovementColumns(): ListColumn<Movement>[] {
  const { t } = useTranslation();
  const monthly = useMonthlyAmount();
  const organization = useTenantColumn<Movement>();
  const text = (key: 'at' | 'product' | 'kind' | 'before' | 'after' | 'change') =>
    ({ key, header: t(`overview.movementList.${key}`) }) as const;
  return [
    organization,
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
}
