import { useQuery } from '@tanstack/react-query';
import { CircleCheck, Coins, EyeOff, KeyRound, MailX, UserX } from 'lucide-react';
import { Link } from 'react-router';
import { Role } from '#contract/access.ts';
import type { PlanEnd } from '#contract/billing/plan-end.ts';
import { subscriptionQuery } from '#web/components/billing/current-subscription.ts';
import { dataPath } from '#web/components/billing/plan-end-query.ts';
import { useFormats } from '#web/components/use-formats.ts';
import { useSession } from '#web/session/session.ts';
import { useTranslation } from '#web/session/translation.ts';
import { balanceOf } from './payment-details.tsx';

/** Returns the name of the plan that remains without the subscription. */
export function useRemainingPlan() {
  const { t } = useTranslation();
  return ({ plan, isFree }: PlanEnd) => {
    if (plan === null) return t('app.noPlan');
    return isFree ? t('billing.current.afterFree', { product: plan }) : plan;
  };
}

/** Renders the list under the name of the remaining plan. */
export function PlanEndSection({ end }: { end: PlanEnd }) {
  const { t } = useTranslation();
  const remainingPlan = useRemainingPlan();
  return (
    <section className="grid gap-3 rounded-lg border border-line p-4">
      <h3 className="text-sm font-semibold">
        {t('subscription.end.title', { plan: remainingPlan(end) })}
      </h3>
      <PlanEndFacts end={end} />
    </section>
  );
}

/** Lists what stops and what stays when the subscription ends, in figures, with the way to the export (R-SUB-10). */
export function PlanEndFacts({ end }: { end: PlanEnd }) {
  const { t } = useTranslation();
  const { role } = useSession();
  const { money } = useFormats();
  const { data: subscription } = useQuery(subscriptionQuery());
  const balance = subscription && balanceOf(subscription);
  const { transactions, hidesTransactions, isFree, members, maxUsers: max, invitations } = end;
  const isKept = hidesTransactions && transactions > 0;
  const facts = [
    {
      Icon: EyeOff,
      text: isKept && t('subscription.end.hidden', { count: transactions }),
    },
    {
      Icon: EyeOff,
      text: hidesTransactions && transactions === 0 && t('subscription.end.noTransactions'),
    },
    {
      Icon: UserX,
      text:
        isFree && max > 0 && members > max && t('subscription.end.over', { used: members, max }),
    },
    {
      Icon: MailX,
      text: invitations > 0 && t('subscription.end.invitations', { count: invitations }),
    },
    { Icon: KeyRound, text: end.endsSingleSignOn && t('subscription.end.signIn') },
    {
      Icon: Coins,
      text:
        balance &&
        balance.credit > 0 &&
        t('subscription.end.credit', { amount: money(balance.credit, balance.currency) }),
    },
    { Icon: CircleCheck, text: t('subscription.end.stays') },
  ];
  return (
    <ul role="list" className="grid gap-2 text-sm">
      {facts.map(
        ({ Icon, text }) =>
          text && (
            <li key={text} className="flex gap-2.5">
              <Icon aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
              <span>
                {text}{' '}
                {Icon === EyeOff && isKept && role === Role.Owner && (
                  <Link
                    to={dataPath}
                    className="font-medium whitespace-nowrap underline underline-offset-4"
                  >
                    {t('app.export')}
                  </Link>
                )}
              </span>
            </li>
          ),
      )}
    </ul>
  );
}
