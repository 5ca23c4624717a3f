import { useId } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { TenantProduct } from '#contract/membership.ts';
import { api } from '#web/api/api.ts';
import { cacheSubscription } from '#web/components/billing/current-subscription.ts';
import { setFormFailure, useFieldError } from '#web/components/forms/form-failures.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { ChoiceGroup } from '#web/ui/choice-group.tsx';
import { Modal } from '#web/ui/dialogs/modal.tsx';
import { toast } from '#web/ui/toaster.tsx';

interface Props {
  product: TenantProduct;
  onClose: () => void;
}

/** Asks whether to cancel now or at the end of the period, then cancels (R-SUB-10). */
export function CancelPlan({ product, onClose }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const errorText = useFieldError();
  const { register, handleSubmit, setError, formState } = useForm({
    defaultValues: { when: 'end' },
  });
  const { isSubmitting, errors } = formState;
  const refusal = errorText(errors.root?.['server']);
  const cancel = handleSubmit(async ({ when }) => {
    try {
      const atPeriodEnd = when === 'end';
      await cacheSubscription(await api.subscriptions.cancel({ body: { atPeriodEnd } }));
      onClose();
      await toast({ tone: 'success', title: t('billing.cancel.done') });
    } catch (error) {
      setFormFailure(error, { setError, fieldOf: () => undefined });
    }
  });
  return (
    <Modal
      title={t('billing.cancel.title', { product: product.subscriptionProduct.title })}
      onClose={() => isSubmitting || onClose()}
      footer={
        <>
          <Button variant="white" onClick={onClose}>
            {t('billing.cancel.keep')}
          </Button>
          <Button type="submit" form={id} variant="danger" loading={isSubmitting}>
            {t('billing.cancel.submit')}
          </Button>
        </>
      }
    >
      <form id={id} className="grid gap-4" onSubmit={(event) => void cancel(event)}>
        <ChoiceGroup
          type="radio"
          {...register('when')}
          label={t('billing.cancel.when')}
          choices={[
            {
              value: 'end',
              label: t(
                product.status === 'trialing'
                  ? 'billing.cancel.atTrialEnd'
                  : 'billing.cancel.atEnd',
              ),
              hint: t('billing.cancel.atEndHint'),
            },
            { value: 'now', label: t('billing.cancel.now'), hint: t('billing.cancel.nowHint') },
          ]}
        />
        <div role="alert" className="empty:hidden">
          {refusal && (
            <Banner tone="danger" title={t('billing.cancel.failed')}>
              {refusal}
            </Banner>
          )}
        </div>
      </form>
    </Modal>
  );
}
