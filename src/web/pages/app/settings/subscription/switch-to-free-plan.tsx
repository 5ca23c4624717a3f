import { useId } from 'react';
import { useForm } from 'react-hook-form';
import type { TenantProduct } from '#contract/membership.ts';
import type { SubscriptionPrice, SubscriptionProduct } from '#contract/products.ts';
import { api } from '#web/api/api.ts';
import { cacheSubscription } from '#web/components/billing/current-subscription.ts';
import { setFormFailure, useFieldError } from '#web/components/forms/form-failures.ts';
import { useFormats } from '#web/components/use-formats.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { ChoiceGroup } from '#web/ui/choice-group.tsx';
import { Modal } from '#web/ui/dialogs/modal.tsx';
import { toast } from '#web/ui/toaster.tsx';

type Props = {
  from: TenantProduct | null;
  to: SubscriptionProduct;
  price: SubscriptionPrice;
  /** End of the paid period; null when the plan can only end now. */
  ends: string | null;
  onClose: () => void;
  onDone: () => void;
};

/**
 * Asks whether the paid plan ends now or with its period, then moves to the free plan (R-SUB-05).
 */
export function SwitchToFreePlan({ from, to, price, ends, onClose, onDone }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const { date } = useFormats();
  const errorText = useFieldError();
  const { register, handleSubmit, setError, formState } = useForm({
    defaultValues: { when: ends ? 'end' : 'now' },
  });
  const { isSubmitting, errors } = formState;
  const refusal = errorText(errors.root?.['server']);
  const plan = from?.subscriptionProduct.title ?? '';
  const product = to.title;
  const day = ends ? date(ends, 'short') : '';
  const move = handleSubmit(async ({ when }) => {
    const atPeriodEnd = when === 'end';
    try {
      const body = { subscriptionPriceId: price.id, atPeriodEnd };
      await cacheSubscription(await api.subscriptions.update({ body }));
      onDone();
      const title = atPeriodEnd
        ? t('billing.plan.movesOn', { product, date: day })
        : t('billing.plan.moved', { product });
      await toast({ tone: 'success', title });
    } catch (error) {
      setFormFailure(error, { setError, fieldOf: () => undefined });
    }
  });
  const nowHint = from?.status === 'trialing' ? 'moveNowTrialHint' : 'moveNowHint';
  return (
    <Modal
      title={t('billing.plan.confirmMove', { product })}
      busy={isSubmitting}
      onClose={onClose}
      footer={
        <>
          <Button variant="white" disabled={isSubmitting} onClick={onClose}>
            {t('common.action.cancel')}
          </Button>
          <Button type="submit" form={id} loading={isSubmitting}>
            {t('billing.plan.move')}
          </Button>
        </>
      }
    >
      <form id={id} className="grid gap-4" onSubmit={(event) => void move(event)}>
        <p className="text-sm text-muted">{t('billing.plan.moveText', { product })}</p>
        <ChoiceGroup
          type="radio"
          {...register('when')}
          label={t('billing.plan.moveWhen', { plan })}
          choices={[
            ...(ends
              ? [
                  {
                    value: 'end',
                    label: t('billing.plan.moveAtEnd', { date: day }),
                    hint: t('billing.plan.moveAtEndHint', { plan }),
                  },
                ]
              : []),
            {
              value: 'now',
              label: t('billing.plan.moveNow'),
              hint: t(`billing.plan.${nowHint}`, { plan }),
            },
          ]}
        />
        <div role="alert" className="empty:hidden">
          {refusal && (
            <Banner tone="danger" title={t('billing.plan.failed')}>
              {refusal}
            </Banner>
          )}
        </div>
      </form>
    </Modal>
  );
}
