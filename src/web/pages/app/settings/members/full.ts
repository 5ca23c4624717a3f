import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { Failure } from '#contract/errors.ts';
import { failureText } from '#web/components/failure-text.ts';
import { useSession } from '#web/session/session.ts';
import { useDialogs } from '#web/ui/dialogs.tsx';
import { seatsOf } from './rules.ts';

export const subscriptionPath = '/app/settings/organization/subscription';

/** Why nobody else fits in. */
export const useFullText = () => {
  const { t } = useTranslation();
  const session = useSession();
  const { max } = seatsOf(session, []);
  const plan = session.product?.subscriptionProduct.title;
  return plan ? t('members.seats.full', { plan, max }) : t('members.seats.fullWithoutPlan');
};

/** Says that every seat is taken, and leads to the subscription (specification, section 4). */
export const useFullPrompt = () => {
  const { t } = useTranslation();
  const dialogs = useDialogs();
  const navigate = useNavigate();
  const text = useFullText();
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

/** Tells what was refused after it was confirmed; a lack of seats with the way to more. */
export const useTellRefusal = () => {
  const { t } = useTranslation();
  const dialogs = useDialogs();
  const promptFull = useFullPrompt();
  return (error: unknown) =>
    error instanceof Failure && error.code === 'tenant.maxNumberOfUsers'
      ? promptFull()
      : dialogs.error({ text: failureText(t, error) ?? t('errors.internal') });
};
