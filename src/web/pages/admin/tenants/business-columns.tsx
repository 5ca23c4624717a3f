import { fromMinor } from '#contract/money.ts';
import { monthlyAmount } from '#contract/periods.ts';
import type { OperatorTenantSummary } from '#contract/tenants.ts';
import { DateTime } from '#web/components/date-time.tsx';
import { personName } from '#web/components/initials.ts';
import type { ListColumn } from '#web/components/lists/use-list-state.ts';
import { useFormats } from '#web/components/use-formats.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Badge } from '#web/ui/badge.tsx';
import { useTenantName } from './columns.tsx';
import { ownerOf } from './owner.ts';

const tones = {
  active: 'success',
  trialing: 'info',
  past_due: 'danger',
  paused: 'warning',
  canceled: 'neutral',
} as const;

/** Returns the columns of the organization list on its business: owner, plan, revenue, activity. */
export function useBusinessColumns(): ListColumn<OperatorTenantSummary>[] {
  const { t } = useTranslation();
  const { money, number } = useFormats();
  const text = (key: 'owner' | 'plan' | 'status' | 'mrr' | 'users' | 'lastActive') =>
    ({ key, header: t(`admin.tenants.${key}`) }) as const;
  return [
    useTenantName(),
    {
      ...text('owner'),
      phone: 'hidden',
      render: (tenant) => {
        const owner = ownerOf(tenant);
        return owner ? (
          <span className="grid">
            <span>{personName(owner)}</span>
            <span className="max-w-48 truncate text-muted" title={owner.email}>
              {owner.email}
            </span>
          </span>
        ) : (
          '–'
        );
      },
    },
    { ...text('plan'), render: ({ products: [plan] }) => plan?.subscriptionProduct.title ?? '–' },
    {
      ...text('status'),
      render: ({ products: [plan] }) =>
        plan && <Badge tone={tones[plan.status]}>{t(`admin.tenants.is.${plan.status}`)}</Badge>,
    },
    {
      ...text('mrr'),
      align: 'end',
      phone: 'first',
      render: ({ revenue }) =>
        revenue
          .map(({ currency, yearly }) =>
            money(fromMinor(monthlyAmount(yearly), currency), currency),
          )
          .join(' + ') || <span className="text-muted">–</span>,
    },
    { ...text('users'), align: 'end', render: ({ usersCount }) => number(usersCount) },
    {
      key: 'createdAt',
      header: t('admin.tenants.created'),
      phone: 'hidden',
      render: ({ createdAt }) => <DateTime day at={createdAt} />,
    },
    {
      ...text('lastActive'),
      phone: 'hidden',
      render: ({ lastActiveAt }) => (lastActiveAt ? <DateTime day at={lastActiveAt} /> : '–'),
    },
  ];
}
