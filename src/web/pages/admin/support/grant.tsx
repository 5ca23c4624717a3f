import type { SubscriptionPrice } from '#contract/products.ts';
import { grantInput, type SupportRecord } from '#contract/support/support.ts';
import { api } from '#web/api/api.ts';
import { EntityField } from '#web/components/entity/field.tsx';
import { isOneTimePrice } from '#web/components/pricing/plan-selection.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { DialogText, SupportDialog } from './dialog.tsx';
import { usePlanChoice } from './plan-choice.tsx';

type Props = {
  record: SupportRecord;
  onClose: () => void;
};

const isPaidPlan = (price: SubscriptionPrice) => price.price > 0 && !isOneTimePrice(price);
const untilField = { until: { kind: 'Date', optional: true } } as const;

/** Grants a plan to an organization free of charge, until a day or without an end (R-SUP-09). */
export function GrantDialog({ record, onClose }: Props) {
  const { t } = useTranslation();
  const { tenant } = record;
  const { isLoading, picker, price } = usePlanChoice(record, isPaidPlan);
  return (
    <SupportDialog
      title={t('support.grant.title', { name: tenant.name })}
      submit={t('support.grant.submit')}
      done={t('support.grant.done')}
      fields={untilField}
      schema={grantInput.omit({ subscriptionPriceId: true })}
      isDisabled={!price}
      send={(body) => {
        const params = { id: tenant.id };
        const subscriptionPriceId = price?.id ?? '';
        return api.support.grantPlan({ params, body: { ...body, subscriptionPriceId } });
      }}
      onClose={onClose}
    >
      <DialogText>{t('support.grant.text')}</DialogText>
      {isLoading ? <Skeleton className="h-48" /> : picker}
      <EntityField
        name="until"
        field={untilField.until}
        label={t('support.field.grantUntil')}
        hint={t('support.hint.grantUntil')}
        disabled={false}
      />
    </SupportDialog>
  );
}
