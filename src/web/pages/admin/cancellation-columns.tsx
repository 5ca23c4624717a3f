import type { Cancellation } from '#contract/cancellations.ts';
import { DateTime } from '#web/components/date-time.tsx';
import type { ListColumn } from '#web/components/lists/use-list-state.ts';
import { useFormats } from '#web/components/use-formats.ts';
import { OrganizationLink } from '#web/pages/admin/organization-link.tsx';
import { useTranslation } from '#web/session/translation.ts';
import { Badge } from '#web/ui/badge.tsx';

/** Returns the columns of cancellations; the first one names the organization. */
export function useCancellationColumns(): ListColumn<Cancellation>[] {
  const { t } = useTranslation();
  const { date } = useFormats();
  const text = (key: 'organization' | 'at' | 'product' | 'reason' | 'comment' | 'access') =>
    ({ key, header: t(`cancellation.column.${key}`) }) as const;
  return [
    {
      ...text('organization'),
      render: ({ tenant }) => <OrganizationLink tenant={tenant} />,
    },
    { ...text('at'), render: ({ at }) => <DateTime at={at} /> },
    { ...text('product'), render: ({ product }) => product },
    {
      ...text('reason'),
      phone: 'first',
      render: ({ reason }) => (
        <Badge tone={reason ? 'warning' : 'neutral'}>
          {t(`cancellation.reason.${reason ?? 'none'}`)}
        </Badge>
      ),
    },
    {
      ...text('comment'),
      render: ({ comment }) =>
        comment ? (
          <p className="max-w-prose min-w-48 wrap-anywhere whitespace-pre-line">{comment}</p>
        ) : (
          <span className="text-muted">{t('cancellation.noComment')}</span>
        ),
    },
    {
      ...text('access'),
      render: ({ endDate, withdrawnAt }) =>
        withdrawnAt ? (
          <Badge tone="success">{t('cancellation.withdrawn')}</Badge>
        ) : (
          endDate && date(endDate, 'short')
        ),
    },
  ];
}
