import { useId, type ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import {
  cancellationReasons,
  maxCancellationComment,
  type CancellationReason,
} from '#contract/cancellations.ts';
import type { TenantProduct } from '#contract/membership.ts';
import { api } from '#web/api/api.ts';
import { cacheSubscription } from '#web/components/billing/current-subscription.ts';
import { setFormFailure, useFieldError } from '#web/components/forms/form-failures.ts';
import { usePricingTexts } from '#web/components/pricing/texts.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { ChoiceGroup } from '#web/ui/choice-group.tsx';
import { Modal } from '#web/ui/dialogs/modal.tsx';
import { Select } from '#web/ui/select.tsx';
import { TextArea } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toaster.tsx';
import type { PlanOffer } from './plan-options.ts';

type Props = {
  product: TenantProduct;
  /** A smaller plan that the organization could move to instead. */
  smaller: PlanOffer | null;
  /** Lists the changes at the end of the subscription. */
  after: ReactNode;
  /** Opens the change to the smaller plan. */
  onSwitch: () => void;
  onClose: () => void;
};

type Answers = {
  when: string;
  reason: CancellationReason | '';
  comment: string;
};

/**
 * Offers a smaller plan, asks why and whether to cancel now or at the end of the period, then cancels
 * (R-SUB-10). The question why can be skipped.
 */
export function CancelPlan({ product, smaller, after, onSwitch, onClose }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const errorText = useFieldError();
  const hintKey = product.status === 'trialing' ? 'moveNowTrialHint' : 'moveNowHint';
  const { title: plan } = product.subscriptionProduct;
  const hint = product.subscriptionPrice.price > 0 && t(`billing.plan.${hintKey}`, { plan });
  // These have no paid period that could run out.
  const endsNow =
    product.status === 'paused' ||
    product.status === 'past_due' ||
    product.subscriptionPrice.price === 0;
  const { register, handleSubmit, setError, formState } = useForm<Answers>({
    defaultValues: { when: endsNow ? 'now' : 'end', reason: '', comment: '' },
  });
  const { isSubmitting, errors } = formState;
  const refusal = errorText(errors.root?.['server']);
  const cancel = handleSubmit(async ({ when, reason, comment }) => {
    try {
      const atPeriodEnd = when === 'end';
      const body = { atPeriodEnd, reason: reason || null, comment };
      await cacheSubscription(await api.subscriptions.cancel({ body }));
      onClose();
      await toast({ tone: 'success', title: t('billing.cancel.done') });
    } catch (error) {
      setFormFailure(error, { setError, fieldOf: () => undefined });
    }
  });
  return (
    <Modal
      title={t('billing.cancel.title', { product: product.subscriptionProduct.title })}
      busy={isSubmitting}
      onClose={onClose}
      footer={
        <>
          <Button variant="white" disabled={isSubmitting} onClick={onClose}>
            {t('billing.cancel.keep')}
          </Button>
          <Button type="submit" form={id} variant="danger" loading={isSubmitting}>
            {t('billing.cancel.submit')}
          </Button>
        </>
      }
    >
      <form id={id} className="grid gap-4" onSubmit={(event) => void cancel(event)}>
        {after}
        {smaller && (
          <fieldset disabled={isSubmitting} className="contents">
            <SmallerPlan offer={smaller} onSwitch={onSwitch} />
          </fieldset>
        )}
        <Select
          {...register('reason')}
          label={t('billing.cancel.why')}
          optional
          placeholder={t('billing.cancel.noReason')}
          options={cancellationReasons.map((value) => ({
            value,
            label: t(`cancellation.reason.${value}`),
          }))}
        />
        <TextArea
          {...register('comment')}
          label={t('billing.cancel.comment')}
          optional
          rows={2}
          maxLength={maxCancellationComment}
        />
        <ChoiceGroup
          type="radio"
          {...register('when')}
          label={t('billing.cancel.when')}
          choices={[
            ...(endsNow
              ? []
              : [
                  {
                    value: 'end',
                    label: t(
                      product.status === 'trialing'
                        ? 'billing.cancel.atTrialEnd'
                        : 'billing.cancel.atEnd',
                    ),
                    hint: t('billing.cancel.atEndHint'),
                  },
                ]),
            { value: 'now', label: t('billing.cancel.now'), ...(hint && { hint }) },
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

type OfferProps = { offer: PlanOffer; onSwitch: () => void };

/** Offers a smaller plan with its price; the change shows first what it costs (R-SUB-03). */
function SmallerPlan({ offer: { product, price }, onSwitch }: OfferProps) {
  const { t } = useTranslation();
  const pricing = usePricingTexts();
  const plan = product.title;
  return (
    <Banner
      tone="info"
      title={t('billing.cancel.smaller', { plan })}
      action={
        <Button size="sm" variant="secondary" onClick={onSwitch}>
          {t('billing.cancel.switch', { plan })}
        </Button>
      }
    >
      {t('billing.cancel.smallerText', {
        plan,
        price: pricing.amount(price),
        per: pricing.per(price),
      })}
    </Banner>
  );
}
