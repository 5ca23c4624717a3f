import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { Failure } from '#contract/errors.ts';
import { subscriptionPath } from '#web/components/billing/use-read-only.ts';
import { failureText } from '#web/components/errors/failure-text.ts';
import { availableProductsQuery } from '#web/components/pricing/available-products.ts';
import { useSession } from '#web/session/session.ts';
import { useTranslation } from '#web/session/translation.ts';
import { useDialogs } from '#web/ui/dialogs/dialogs.tsx';
import { seatUsage } from './rules.ts';

/** Path of the page that changes the plan. */
export const upgradePath = subscriptionPath;

/** Returns false if no plan on sale has more seats than the current one; true while plans load. */
export function useHasLargerPlan() {
  const session = useSession();
  const { data: plans } = useQuery(availableProductsQuery);
  const { max } = seatUsage(session, []);
  return (
    plans?.some(
      ({ tier, maxUsers }) => tier > session.tier && (maxUsers === 0 || maxUsers > max),
    ) ?? true
  );
}

/** Returns the explanation of the seat limit. */
export function useSeatLimitText() {
  const { t } = useTranslation();
  const session = useSession();
  const { max } = seatUsage(session, []);
  const plan = session.product?.subscriptionProduct.title;
  const hasLarger = useHasLargerPlan();
  if (plan && !hasLarger) return t('members.seats.fullLargest', { plan, max });
  return plan ? t('members.seats.full', { plan, max }) : t('members.seats.fullWithoutPlan');
}

/** Returns a function that reports the seat limit and offers the upgrade (R-MEM-06); true if it leads there. */
export function useSeatLimitPrompt() {
  const { t } = useTranslation();
  const dialogs = useDialogs();
  const navigate = useNavigate();
  const text = useSeatLimitText();
  const hasLarger = useHasLargerPlan();
  return async () => {
    const title = t('errors.tenant.maxNumberOfUsers');
    if (!hasLarger) return dialogs.error({ title, text }).then(() => false);
    const upgrades = await dialogs.confirm({
      title,
      text,
      yes: t('common.action.upgrade'),
      no: t('common.action.close'),
    });
    if (upgrades) await navigate(subscriptionPath);
    return upgrades;
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
