import type { SupportRecord } from '#contract/support/support.ts';
import { api } from '#web/api/api.ts';
import { useFormats } from '#web/components/use-formats.ts';
import { useAction } from '#web/pages/admin/use-action.ts';
import { useMayCall } from '#web/session/operator.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';

/** Shows the changes that the provider refused to reverse, and tries them again (R-SUB-20). */
export function FailedOperations({ record }: { record: SupportRecord }) {
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
