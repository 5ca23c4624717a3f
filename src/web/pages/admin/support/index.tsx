import type { SupportRecord } from '#contract/support/support.ts';
import { api } from '#web/api/api.ts';
import { useFormats } from '#web/components/use-formats.ts';
import type { RouteHandle } from '#web/layouts/breadcrumb.tsx';
import { OrganizationPage } from '#web/pages/admin/organization/page.tsx';
import { useAction } from '#web/pages/admin/use-action.ts';
import { useMayCall } from '#web/session/operator.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import type { Route } from './+types/index.ts';
import { ActionLog } from './action-log.tsx';
import { Disputes } from './disputes.tsx';
import { Invoices } from './invoices.tsx';
import { SubscriptionCard } from './subscription-card.tsx';

export const handle: RouteHandle = { title: 'support.title' };

/** Renders the billing of an organization, with the operator's changes (R-SUP-01). */
export default function Support({ params }: Route.ComponentProps) {
  const { t } = useTranslation();
  return (
    <OrganizationPage tenantId={params.tenantId} title={handle.title}>
      {(record) => (
        <>
          <p className="max-w-prose text-sm text-pretty text-muted">{t('support.text')}</p>
          {record.tenant.isOperators ? (
            <Banner tone="info">{t('support.adminTenant')}</Banner>
          ) : (
            <>
              <FailedOperations record={record} />
              <Disputes record={record} />
              <SubscriptionCard record={record} />
              <Invoices record={record} />
            </>
          )}
          <ActionLog actions={record.actions} />
        </>
      )}
    </OrganizationPage>
  );
}

/** Shows the changes that the provider refused to reverse, and tries them again (R-SUB-20). */
function FailedOperations({ record }: { record: SupportRecord }) {
  const { t } = useTranslation();
  const { date } = useFormats();
  const may = useMayCall();
  const action = useAction();
  const params = { id: record.tenant.id };
  return record.failedOperations.map(({ id, at, refusals }) => (
    <Banner
      key={id}
      tone="danger"
      title={t('support.reversal.title', { date: date(at, 'short') })}
      action={
        may('support/retryReversal') && (
          <Button
            size="sm"
            variant="white"
            disabled={!record.providerReached}
            onClick={() =>
              void action({
                work: () => api.support.retryReversal({ params, body: { operationId: id } }),
                done: t('support.reversal.done'),
                removes: true,
              })
            }
          >
            {t('common.action.retry')}
          </Button>
        )
      }
    >
      {t('support.reversal.text', { reason: refusals.join(' ') })}
    </Banner>
  ));
}
