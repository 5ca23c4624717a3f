import { useNavigate } from 'react-router';
import { Role, roleAllows } from '#contract/access.ts';
import { Failure } from '#contract/errors.ts';
import { nextMonthStart, planLimits } from '#contract/usage/limits.ts';
import { subscriptionPath } from '#web/components/billing/use-read-only.ts';
import { useFormats } from '#web/components/use-formats.ts';
import { loadSession } from '#web/session/session.ts';
import { useTranslation } from '#web/session/translation.ts';
import { serverNow } from '#web/ui/clock.ts';
import { useDialogs } from '#web/ui/dialogs/dialogs.tsx';

const keys = { 'usage.transactions': 'transactions', 'usage.storage': 'storage' } as const;
type LimitFailure = Failure & { code: keyof typeof keys };

/** Returns true for the refusal of a record beyond a limit of the plan (R-USE-02, R-USE-05). */
export const isLimitFailure = (error: unknown): error is LimitFailure =>
  error instanceof Failure && error.code in keys;

/**
 * Returns a function that explains such a refusal: what the plan includes, when the count starts again, and the
 * upgrade for those who can buy it. For other roles it names the ones to ask.
 */
export function useLimitPrompt() {
  const { t } = useTranslation();
  const { date, number } = useFormats();
  const dialogs = useDialogs();
  const navigate = useNavigate();
  return async ({ code, params }: LimitFailure) => {
    const session = await loadSession();
    const mayBuy = session !== null && roleAllows(session.role, Role.Admin);
    const key = keys[code];
    const { period } = planLimits[key];
    const reset = nextMonthStart(serverNow()).toISOString().slice(0, 10);
    const title = t('errors.access.tier');
    const text = [
      t(`errors.${code}`, { max: number(Number(params['max'])) }),
      ...(period ? [t('app.limit.resets', { date: date(reset, 'short') })] : []),
      ...(mayBuy ? [] : [t('app.askAdmin', { organization: session?.tenant.name ?? '' })]),
    ].join(' ');
    if (!mayBuy) return dialogs.error({ title, text });
    const yes = t('common.action.upgrade');
    const no = t('common.action.close');
    if (await dialogs.confirm({ title, text, yes, no })) await navigate(subscriptionPath);
  };
}
