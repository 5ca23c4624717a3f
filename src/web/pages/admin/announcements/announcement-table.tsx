import { Megaphone } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { announcementTextIn, type AnnouncementRecord } from '#contract/announcements.ts';
import { DateTime } from '#web/components/date-time.tsx';
import { useLocale } from '#web/components/use-formats.ts';
import { Badge } from '#web/ui/badge.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Table } from '#web/ui/table.tsx';
import { AnnouncementStateBadge } from './state-badge.tsx';
import { usePlanNames } from './use-plan-names.ts';

interface Props {
  announcements: readonly AnnouncementRecord[] | undefined;
  /** Link that creates the first one. */
  add: ReactNode;
}

/** Lists announcements by their titles in the operator's language. */
export function AnnouncementTable({ announcements, add }: Props) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { nameOf } = usePlanNames();
  return (
    <Table
      caption={t('announcements.title')}
      rows={announcements}
      rowKey={({ id }) => id}
      empty={
        <EmptyState
          icon={<Megaphone aria-hidden />}
          title={t('announcements.emptyTitle')}
          action={add}
        >
          {t('announcements.emptyText')}
        </EmptyState>
      }
      columns={[
        {
          key: 'title',
          header: t('announcements.field.title'),
          render: ({ id, texts }) => {
            const { title, language } = announcementTextIn(texts, locale);
            return (
              <Link
                to={id}
                lang={language}
                className="font-medium wrap-anywhere underline-offset-4 hover:underline"
              >
                {title}
              </Link>
            );
          },
        },
        {
          key: 'severity',
          header: t('announcements.field.severity'),
          render: ({ severity }) => (
            <Badge tone={severity === 'warning' ? 'warning' : 'info'}>
              {t(`announcements.severities.${severity}`)}
            </Badge>
          ),
        },
        {
          key: 'tiers',
          header: t('announcements.field.tiers'),
          render: ({ tiers }) => tiers.map(nameOf).join(', ') || t('announcements.allPlans'),
        },
        {
          key: 'starts',
          header: t('announcements.field.starts'),
          render: ({ startsAt }) => <DateTime at={startsAt} />,
        },
        {
          key: 'ends',
          header: t('announcements.field.ends'),
          render: ({ endsAt }) =>
            endsAt ? <DateTime at={endsAt} /> : t('announcements.untilEnded'),
        },
        {
          key: 'state',
          header: t('announcements.field.state'),
          phone: 'first',
          render: (announcement) => <AnnouncementStateBadge {...announcement} />,
        },
      ]}
    />
  );
}
