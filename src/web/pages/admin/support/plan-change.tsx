import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Failure } from '#contract/errors.ts';
import type { SubscriptionPrice } from '#contract/products.ts';
import { planChangeInput, type SupportRecord } from '#contract/support/support.ts';
import { api } from '#web/api/api.ts';
import { CostPreview } from '#web/components/billing/cost-preview.tsx';
import { EntityField } from '#web/components/entity/field.tsx';
import { isOneTimePrice } from '#web/components/pricing/plan-selection.ts';
import { useFormats } from '#web/components/use-formats.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { DialogText, SupportDialog } from './dialog.tsx';
import { usePlanChoice } from './plan-choice.tsx';
import { previewQuery } from './queries.ts';

type Props = {
  record: SupportRecord;
  onClose: () => void;
};

/** Recurring and free prices. */
const isPlan = (price: SubscriptionPrice) => price.price === 0 || !isOneTimePrice(price);

const planFields = { atPeriodEnd: { kind: 'Bool' } } as const;

/** Changes the plan of an organization after showing the amount that its card is charged (R-SUP-08). */
export function PlanDialog({ record, onClose }: Props) {
  const { t } = useTranslation();
  const { date } = useFormats();
  const { tenant } = record;
  const cache = useQueryClient();
  const { isLoading, picker, price, currency, isChosen } = usePlanChoice(record, isPlan);
  const query = previewQuery(tenant.id, price?.id ?? '');
  const preview = useQuery({ ...query, enabled: isChosen });
  const ends = isChosen ? (preview.data?.currentPlanEnds ?? null) : null;
  return (
    <SupportDialog
      title={t('support.change.title', { name: tenant.name })}
      submit={t('support.change.submit')}
      done={t('support.change.done')}
      fields={planFields}
      schema={planChangeInput.pick({ reason: true, atPeriodEnd: true })}
      defaultValues={{ atPeriodEnd: true }}
      isDisabled={!isChosen || preview.data === undefined || preview.error !== null}
      send={async ({ reason, atPeriodEnd }) => {
        const { amountDue = 0, prorationDate = null } = preview.data ?? {};
        const costs = { subscriptionPriceId: price?.id ?? '', amountDue, prorationDate };
        const body = { ...costs, reason, atPeriodEnd: ends !== null && atPeriodEnd };
        return api.support
          .changePlan({ params: { id: tenant.id }, body })
          .catch(async (error: unknown) => {
            const isStale = error instanceof Failure && error.code === 'billing.previewExpired';
            if (isStale) await cache.invalidateQueries(query);
            throw error;
          });
      }}
      onClose={onClose}
    >
      <DialogText>{t('support.change.text')}</DialogText>
      {isLoading ? <Skeleton className="h-48" /> : picker}
      {isChosen && <CostPreview query={preview} currency={currency} />}
      {ends !== null && (
        <EntityField
          name="atPeriodEnd"
          field={planFields.atPeriodEnd}
          label={t('support.change.atEnd', { date: date(ends, 'short') })}
          hint={t('support.change.atEndHint')}
          disabled={false}
        />
      )}
    </SupportDialog>
  );
}
