import { useQuery } from '@tanstack/react-query';
import { MailCheck } from 'lucide-react';
import { failedMailList } from '#contract/lists/local.ts';
import { api } from '#web/api/api.ts';
import { DateTime } from '#web/components/date-time.tsx';
import { DataList } from '#web/components/lists/data-list.tsx';
import { ListPage } from '#web/components/lists/list-page.tsx';
import { choicesOf, useLocalList } from '#web/components/lists/use-declared-list.ts';
import type { ListColumn } from '#web/components/lists/use-list-state.ts';
import type { RouteHandle } from '#web/layouts/breadcrumb.tsx';
import { useAction } from '#web/pages/admin/use-action.ts';
import { useMayCall } from '#web/session/operator.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';

export const handle: RouteHandle = { title: 'admin.mails.title' };

const failedMails = { queryKey: ['operator', 'mails'], queryFn: () => api.mails.getFailed() };

/** Lists emails that couldn't be delivered, with the cause and a retry (R-REL-03). */
export default function FailedMails() {
  const { t } = useTranslation();
  const list = useQuery(failedMails);
  const action = useAction();
  const may = useMayCall();
  const { state, rows, csv } = useLocalList(list.data, failedMailList, {
    columns: useColumns(),
    filters: {
      written: { label: t('admin.mails.written') },
      state: {
        label: t('admin.mails.state'),
        choices: choicesOf(['givenUp', 'trying'], (value) => t(`admin.mails.${value}`)),
      },
    },
    values: {
      mail: ({ to, subject }) => `${to} ${subject}`,
      written: ({ createdAt }) => createdAt,
      attempts: ({ attempts }) => attempts,
      reason: ({ lastError }) => lastError,
      state: ({ deadAt }) => (deadAt ? 'givenUp' : 'trying'),
    },
  });
  if (list.error && !list.data) throw list.error;
  const retry = (mails: readonly FailedMail[]) =>
    action({
      work: async () => {
        for (const { id } of mails) await api.mails.retry({ params: { id } });
      },
      done: t('admin.mails.retried', { count: mails.length }),
    });
  return (
    <ListPage title={t('admin.mails.title')} text={t('admin.mails.text')} list={list}>
      <DataList
        name="operator.mails"
        state={state}
        caption={t('admin.mails.title')}
        rows={rows}
        csv={csv}
        rowKey={({ id }) => id}
        totals={rows && { count: rows.length, sums: [] }}
        {...(may('mails/retry') && {
          rowLabel: ({ to, subject }: FailedMail) => `${to} ${subject}`,
          bulkActions: (selected: readonly FailedMail[], { clear }: { clear: () => void }) => (
            <Button size="sm" variant="white" onClick={() => void retry(selected).then(clear)}>
              {t('admin.mails.retry')}
            </Button>
          ),
        })}
        renderActions={(mail) =>
          may('mails/retry') && (
            <Button
              size="sm"
              variant="white"
              aria-label={t('admin.mails.retryTo', { to: mail.to })}
              onClick={() => void retry([mail])}
            >
              {t('admin.mails.retry')}
            </Button>
          )
        }
        empty={
          <EmptyState icon={<MailCheck aria-hidden />} title={t('admin.mails.emptyTitle')}>
            {t('admin.mails.emptyText')}
          </EmptyState>
        }
      />
    </ListPage>
  );
}

type FailedMail = Awaited<ReturnType<typeof failedMails.queryFn>>[number];

function useColumns(): ListColumn<FailedMail>[] {
  const { t } = useTranslation();
  return [
    {
      key: 'mail',
      header: t('admin.mails.mail'),
      render: ({ to, subject }) => (
        <span className="grid min-w-0 sm:min-w-40">
          <span className="wrap-anywhere">{to}</span>
          <span className="text-sm font-normal text-muted">{subject}</span>
        </span>
      ),
      csv: [
        { header: t('lists.email'), value: ({ to }) => to },
        { header: t('admin.mails.mail'), value: ({ subject }) => subject },
      ],
    },
    {
      key: 'written',
      header: t('admin.mails.written'),
      render: ({ createdAt }) => <DateTime at={createdAt} />,
    },
    {
      key: 'attempts',
      header: t('admin.mails.attempts'),
      align: 'end',
      render: ({ attempts }) => attempts,
    },
    {
      key: 'reason',
      header: t('admin.mails.reason'),
      render: ({ lastError }) => (
        <span className="block max-w-xs wrap-anywhere text-muted">{lastError}</span>
      ),
    },
    {
      key: 'state',
      header: t('admin.mails.state'),
      render: ({ deadAt }) => (
        <Badge tone={deadAt ? 'danger' : 'warning'}>
          {t(deadAt ? 'admin.mails.givenUp' : 'admin.mails.trying')}
        </Badge>
      ),
    },
  ];
}
