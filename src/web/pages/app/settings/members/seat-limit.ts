import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { Failure } from '#contract/errors.ts';
import { subscriptionPath } from '#web/components/billing/use-read-only.ts';
import { failureText } from '#web/components/errors/failure-text.ts';
import { useSession } from '#web/session/session.ts';
import { useDialogs } from '#web/ui/dialogs/dialogs.tsx';
import { seatUsage } from './rules.ts';

/** Path of the page that changes the plan. */
export const upgradePath = subscriptionPath;

/** Returns the explanation of the seat limit. */
export const useSeatLimitText = () => {
  const { t } = useTranslation();
  const session = useSession();
  const { max } = seatUsage(session, []);
  const plan = session.product?.subscriptionProduct.title;
  return plan ? t('members.seats.full', { plan, max }) : t('members.seats.fullWithoutPlan');
};

/** Returns a function that reports the seat limit and offers the upgrade (R-MEM-06). */
export const useSeatLimitPrompt = () => {
  const { t } = useTranslation();
  const dialogs = useDialogs();
  const navigate = useNavigate();
  const text = useSeatLimitText();
  return async () => {
    const upgrades = await dialogs.confirm({
      title: t('errors.tenant.maxNumberOfUsers'),
      text,
      yes: t('common.action.upgrade'),
      no: t('common.action.close'),
    });
    if (upgrades) await navigate(subscriptionPath);
  };
};

/** Returns a function that shows a refusal; the seat limit comes with the offer to upgrade. */
export const useShowMemberError = () => {
  const { t } = useTranslation();
  const dialogs = useDialogs();
  const promptFull = useSeatLimitPrompt();
  return (error: unknown) =>
    error instanceof Failure && error.code === 'tenant.maxNumberOfUsers'
      ? promptFull()
      : dialogs.error({ text: failureText(t, error) ?? t('errors.internal') });
};
