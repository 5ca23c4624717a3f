import { useQuery } from '@tanstack/react-query';
import { Plus, Megaphone } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { type AnnouncementRecord, announcementSeverities } from '#contract/announcements.ts';
import { announcementList } from '#contract/lists/local.ts';
import { textInLanguage } from '#locales/locales.ts';
import { DateTime } from '#web/components/date-time.tsx';
import { DataList } from '#web/components/lists/data-list.tsx';
import { ListPage } from '#web/components/lists/list-page.tsx';
import { choicesOf, useLocalList } from '#web/components/lists/use-declared-list.ts';
import { useMayCall } from '#web/session/operator.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { allAnnouncementsQuery } from './queries.ts';
import { AnnouncementStateBadge } from './state-badge.tsx';
import { usePlanNames } from './use-plan-names.ts';

/** Lists the announcements with their schedule and state (R-ANN-05). */
export default function AnnouncementList() {
  const { t } = useTranslation();
  const list = useQuery(allAnnouncementsQuery);
  if (list.error && !list.data) throw list.error;
  const may = useMayCall();
  const add = may('announcements/create') && (
    <Button render={<Link to="new" />}>
      <Plus aria-hidden className="size-4" />
      {t('announcements.new')}
    </Button>
  );
  return (
    <ListPage
      title={t('announcements.title')}
      text={t('announcements.text')}
      list={list}
      actions={list.data?.length !== 0 && add}
    >
      <AnnouncementTable announcements={list.data} add={add} />
    </ListPage>
  );
}

type Props = {
  announcements: readonly AnnouncementRecord[] | undefined;
  /** Link that creates the first one. */
  add: ReactNode;
};

/** Lists announcements by their titles in the operator's language. */
function AnnouncementTable({ announcements, add }: Props) {
  const { t, locale } = useTranslation();
  const { nameOf } = usePlanNames();
  const { state, rows, csv } = useLocalList(announcements, announcementList, {
    columns: [
      {
        key: 'title',
        header: t('announcements.field.title'),
        render: ({ id, texts }) => {
          const { title, language } = textInLanguage(texts, locale);
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
        render: ({ endsAt }) => (endsAt ? <DateTime at={endsAt} /> : t('announcements.untilEnded')),
      },
      {
        key: 'state',
        header: t('announcements.field.state'),
        phone: 'first',
        render: (announcement) => <AnnouncementStateBadge {...announcement} />,
      },
    ],
    filters: {
      state: {
        label: t('announcements.field.state'),
        choices: choicesOf(['scheduled', 'shown', 'ended'], (value) =>
          t(`announcements.state.${value}`),
        ),
      },
      severity: {
        label: t('announcements.field.severity'),
        choices: choicesOf(announcementSeverities, (value) =>
          t(`announcements.severities.${value}`),
        ),
      },
      starts: { label: t('announcements.field.starts') },
    },
    values: {
      title: ({ texts }) => textInLanguage(texts, locale).title,
      severity: ({ severity }) => severity,
      starts: ({ startsAt }) => startsAt,
      ends: ({ endsAt }) => endsAt,
      state: ({ state }) => state,
    },
  });
  return (
    <DataList
      name="operator.announcements"
      state={state}
      caption={t('announcements.title')}
      rows={rows}
      csv={csv}
      totals={rows && { count: rows.length, sums: [] }}
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
    />
  );
}
