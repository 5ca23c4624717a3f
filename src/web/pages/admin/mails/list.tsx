import { useQuery } from '@tanstack/react-query';
import { MailCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { api } from '#web/api/api.ts';
import { DateTime } from '#web/components/date-time.tsx';
import { ReloadButton } from '#web/components/lists/list-buttons.tsx';
import { PageTitle } from '#web/components/page-title.tsx';
import type { RouteHandle } from '#web/layouts/breadcrumb.tsx';
import { useAction } from '#web/pages/admin/use-action.ts';
import { useMayCall } from '#web/session/operator.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Table, type Column } from '#web/ui/table.tsx';

export const handle: RouteHandle = { title: 'admin.mails.title' };

const failedMails = { queryKey: ['operator', 'mails'], queryFn: () => api.mails.getFailed() };

/** Lists emails that couldn't be delivered, with the cause and a retry (R-REL-03). */
export default function FailedMails() {
  const { t } = useTranslation();
  const list = useQuery(failedMails);
  const action = useAction();
  const may = useMayCall();
  const columns = useColumns();
  if (list.error && !list.data) throw list.error;
  const retry = (id: string) =>
    void action({
      work: () => api.mails.retry({ params: { id } }),
      done: t('admin.mails.retried'),
    });
  return (
    <>
      <PageTitle>{t('admin.mails.title')}</PageTitle>
      <PageHeader
        title={t('admin.mails.title')}
        description={t('admin.mails.text')}
        actions={<ReloadButton list={list} />}
      />
      <Card flush>
        <Table
          caption={t('admin.mails.title')}
          rows={list.data}
          rowKey={({ id }) => id}
          columns={columns}
          renderActions={({ id, to }) =>
            may('mails/retry') && (
              <Button
                size="sm"
                variant="white"
                aria-label={t('admin.mails.retryTo', { to })}
                onClick={() => retry(id)}
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
      </Card>
    </>
  );
}

type FailedMail = Awaited<ReturnType<typeof failedMails.queryFn>>[number];

const useColumns = (): Column<FailedMail>[] => {
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
};
