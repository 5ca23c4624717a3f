import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router';
import type { CouponInput } from '#contract/coupons.ts';
import { currencyOfLocale } from '#contract/money.ts';
import { api } from '#web/api/api.ts';
import { queryClient } from '#web/api/queries.ts';
import { useFormDraft } from '#web/components/drafts/use-form-draft.ts';
import { entityResolver, type FormValues } from '#web/components/entity/input.ts';
import { useTranslation } from '#web/session/translation.ts';
import { toast } from '#web/ui/toaster.tsx';
import { couponForm, newCouponValues } from './coupon-form.ts';

/** Returns the form of a new coupon, its draft, and the function that creates it and opens its page. */
export function useNewCoupon() {
  const { t, locale } = useTranslation();
  const navigate = useNavigate();
  const form = useForm<FormValues, unknown, CouponInput>({
    mode: 'onChange',
    defaultValues: newCouponValues(currencyOfLocale(locale)),
    resolver: entityResolver(couponForm.fields, couponForm.schema),
  });
  const draft = useFormDraft(form, 'coupons/new');
  const save = async (body: CouponInput) => {
    const { id, code } = await api.coupons.create({ body });
    await draft.remove();
    await queryClient.invalidateQueries({ queryKey: ['operator', 'coupons'] });
    await navigate(`/admin/coupons/${id}`);
    void toast({ tone: 'success', title: t('coupons.created', { code }) });
  };
  return { form, draft, save };
}
