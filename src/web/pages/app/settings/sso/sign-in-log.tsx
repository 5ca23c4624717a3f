import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { ssoOutcomes } from '#contract/sso/outcomes.ts';
import type { SsoEvent } from '#contract/sso/sso.ts';
import { api } from '#web/api/api.ts';
import { tenantQueryKey } from '#web/api/queries.ts';
import { DateTime } from '#web/components/date-time.tsx';
import { failureText } from '#web/components/errors/failure-text.ts';
import { pagedQuery } from '#web/components/lists/paged-query.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { useDialogs } from '#web/ui/dialogs/dialogs.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Table, type Column } from '#web/ui/table.tsx';
import { toast } from '#web/ui/toaster.tsx';

/** Lists the sign-ins through the identity provider with sentences that owners can act on (R-SSO-08). */
export function SignInLog() {
  const { t } = useTranslation();
  const list = useInfiniteQuery(
    pagedQuery(tenantQueryKey('sso events'), (query) => api.sso.getEvents({ query }), 20),
  );
  if (list.error && !list.data) throw list.error;
  const columns: Column<SsoEvent>[] = [
    { key: 'when', header: t('sso.log.when'), render: ({ at }) => <DateTime at={at} /> },
    { key: 'who', header: t('sso.log.who'), render: ({ email }) => email ?? '–' },
    { key: 'what', header: t('sso.log.what'), render: (event) => <Outcome event={event} /> },
    {
      key: 'reference',
      header: t('sso.log.reference'),
      render: ({ reference }) => <code>{reference}</code>,
    },
  ];
  return (
    <Card
      flush
      footer={
        list.hasNextPage && (
          <Button
            variant="white"
            loading={list.isFetchingNextPage}
            onClick={() => void list.fetchNextPage()}
          >
            {t('sso.log.more')}
          </Button>
        )
      }
    >
      <Table
        caption={t('sso.log.title')}
        columns={columns}
        rows={list.data?.pages.flatMap(({ items }) => items)}
        rowKey={({ id }) => id}
        empty={<EmptyState title={t('sso.log.empty')} className="py-8" />}
      />
    </Card>
  );
}

function Outcome({ event }: { event: SsoEvent }) {
  const { t } = useTranslation();
  const { outcome } = event;
  const known = ssoOutcomes.find((each) => each === outcome);
  return (
    <span className="block min-w-56 whitespace-normal">
      {known ? t(`sso.outcome.${known}`) : outcome}
      {known === 'otherIdentity' && event.email !== null && (
        <LinkAgain id={event.id} email={event.email} />
      )}
    </span>
  );
}

/** Lets a member with another identity at the provider be linked at the next sign-in (R-SSO-21). */
function LinkAgain({ id, email }: { id: string; email: string }) {
  const { t } = useTranslation();
  const dialogs = useDialogs();
  const linkAgain = useMutation({
    mutationFn: () => api.sso.linkAgain({ params: { id } }),
    onSuccess: () => void toast({ tone: 'success', title: t('sso.log.linked', { email }) }),
    onError: (error) => void dialogs.error({ text: failureText(t, error) ?? t('errors.internal') }),
  });
  const ask = async () => {
    const sure = await dialogs.confirm({
      title: t('sso.log.linkTitle', { email }),
      text: t('sso.log.linkText'),
      yes: t('sso.log.linkAgain'),
      no: t('common.action.cancel'),
    });
    if (sure) linkAgain.mutate();
  };
  return (
    <Button
      variant="white"
      className="mt-2 block"
      disabled={linkAgain.isSuccess}
      loading={linkAgain.isPending}
      onClick={() => void ask()}
    >
      {t('sso.log.linkAgain')}
    </Button>
  );
}
