import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { Failure } from '#contract/errors.ts';
import { subscriptionPath } from '#web/components/billing/use-read-only.ts';
import { failureText } from '#web/components/errors/failure-text.ts';
import { availableProductsQuery } from '#web/components/pricing/available-products.ts';
import { useFormats } from '#web/components/use-formats.ts';
import { useSession } from '#web/session/session.ts';
import { useTranslation } from '#web/session/translation.ts';
import { useDialogs } from '#web/ui/dialogs/dialogs.tsx';

/** Path of the page that changes the plan. */
export const upgradePath = subscriptionPath;

/**
 * Returns what the link to the subscription page offers at the seat limit: to resume a canceled plan, or a larger one.
 * Null if no plan on sale has more seats.
 */
export function useSeatLimitAction() {
  const { t } = useTranslation();
  const { tier: current, maxUsers: max, next } = useSession();
  const { data: plans } = useQuery(availableProductsQuery);
  if (next) return t('app.paused.action');
  const hasLarger =
    plans?.some(({ tier, maxUsers }) => tier > current && (maxUsers === 0 || maxUsers > max)) ??
    true;
  return hasLarger ? t('common.action.upgrade') : null;
}

/** Returns the explanation of the seat limit. */
export function useSeatLimitText() {
  const { t } = useTranslation();
  const { date } = useFormats();
  const { product, maxUsers: max, next } = useSession();
  const plan = product?.subscriptionProduct.title;
  const action = useSeatLimitAction();
  if (!plan) return t('members.seats.fullWithoutPlan');
  if (next && product.endDate) {
    const { title, maxUsers } = next.subscriptionProduct;
    const values = { plan, next: title, max: maxUsers, date: date(product.endDate, 'short') };
    return t('members.seats.fullEnding', values);
  }
  return t(action ? 'members.seats.full' : 'members.seats.fullLargest', { plan, max });
}

/** Returns a function that reports the seat limit and offers the way out (R-MEM-06); true if it leads there. */
export function useSeatLimitPrompt() {
  const { t } = useTranslation();
  const dialogs = useDialogs();
  const navigate = useNavigate();
  const text = useSeatLimitText();
  const action = useSeatLimitAction();
  return async () => {
    const title = t('errors.tenant.maxNumberOfUsers');
    if (!action) return dialogs.error({ title, text }).then(() => false);
    const leaves = await dialogs.confirm({
      title,
      text,
      yes: action,
      no: t('common.action.close'),
    });
    if (leaves) await navigate(subscriptionPath);
    return leaves;
  };
}

/** Returns a function that shows a refusal; the seat limit comes with the offer to upgrade. */
export function useShowMemberError() {
  const { t } = useTranslation();
  const dialogs = useDialogs();
  const promptFull = useSeatLimitPrompt();
  return (error: unknown) =>
    error instanceof Failure && error.code === 'tenant.maxNumberOfUsers'
      ? promptFull()
      : dialogs.error({ text: failureText(t, error) ?? t('errors.internal') });
}
