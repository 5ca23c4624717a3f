import type { RunningSubscription } from '#contract/overview.ts';
import type { ListColumn } from '#web/components/lists/use-list-state.ts';
import { usePricingTexts } from '#web/components/pricing/texts.ts';
import { useFormats } from '#web/components/use-formats.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Badge } from '#web/ui/badge.tsx';
import { useTenantColumn } from './figure-list.tsx';
import { useMonthlyAmount } from './use-monthly-amount.ts';

const tones = {
  active: 'success',
  trialing: 'info',
  past_due: 'danger',
  paused: 'warning',
} as const;

export function useSubscriptionColumns(): ListColumn<RunningSubscription>[] {
  const { t } = useTranslation();
  const { date, money } = useFormats();
  const texts = usePricingTexts();
  const monthly = useMonthlyAmount();
  const organization = useTenantColumn<RunningSubscription>();
  const ends = ({ status, trialEnds, graceEnds }: RunningSubscription) =>
    status === 'trialing' ? trialEnds : graceEnds;
  return [
    organization,
    {
      key: 'product',
      header: t('overview.movementList.product'),
      render: ({ product }) => product,
    },
    {
      key: 'price',
      header: t('overview.subscriptions.price'),
      align: 'end',
      render: (row) => (
        <span>
          {money(row.price, row.currency)}{' '}
          <span className="text-muted">{texts.per({ ...row, trialDays: 0 })}</span>
        </span>
      ),
    },
    {
      key: 'status',
      header: t('overview.subscriptions.status'),
      render: (row) => {
        const until = ends(row);
        return (
          <span className="flex flex-wrap items-center gap-2">
            <Badge tone={tones[row.status]}>{t(`overview.subscriptions.is.${row.status}`)}</Badge>
            {until && (
              <span className="text-sm text-muted">
                {t('overview.subscriptions.until', { date: date(until, 'short') })}
              </span>
            )}
          </span>
        );
      },
    },
    {
      key: 'since',
      header: t('overview.subscriptions.since'),
      render: ({ startDate }) => date(startDate, 'short'),
    },
    {
      key: 'monthly',
      header: t('overview.subscriptions.monthly'),
      align: 'end',
      phone: 'first',
      render: ({ yearly, currency }) => monthly(yearly, currency),
    },
  ];
}
