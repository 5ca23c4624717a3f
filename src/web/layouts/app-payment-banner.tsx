import { useQuery } from '@tanstack/react-query';
import { Link, useMatch } from 'react-router';
import { Role, roleAllows, transactionsTier } from '#contract/access.ts';
import { queryClient } from '#web/api/queries.ts';
import { useBillingTime } from '#web/components/billing/billing-time.ts';
import { dataPath, planEndQuery } from '#web/components/billing/plan-end-query.ts';
import {
  payPath,
  readOnlyCauseOf,
  subscriptionPath,
} from '#web/components/billing/use-read-only.ts';
import { useFormats } from '#web/components/use-formats.ts';
import { useSession, type UserSession } from '#web/session/session.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';

/** Loads the data of the banners, and returns them. */
export async function openBillingBanners() {
  await loadPlanEnd().catch(() => undefined);
  return BillingBanners;
}

const BillingBanners = () => (
  <>
    <PaymentBanner />
    <PlanEndBanner />
  </>
);

/**
 * Renders the banner of an overdue payment: the end of the period of grace, then that the
 * organization is read-only (R-SUB-09). Its button opens the payment (R-SUB-23). Also renders that the
 * subscription is paused, with a button to where it is resumed.
 */
function PaymentBanner() {
  const { t } = useTranslation();
  const { date } = useFormats();
  const session = useSession();
  const { role, product } = session;
  const isReadOnly = readOnlyCauseOf(session, useBillingTime(product)) === 'overdue';
  if (product?.status === 'paused') return <PauseBanner mayPay={roleAllows(role, Role.Admin)} />;
  if (product?.status !== 'past_due') return null;
  const { graceEnds } = product;
  const mayPay = roleAllows(role, Role.Admin);
  // During the period of grace only those who can pay see it.
  if (!isReadOnly && !mayPay) return null;
  const action = mayPay && (
    <Button size="sm" variant="white" render={<Link to={payPath} />}>
      {t('app.overdue.action')}
    </Button>
  );
  if (isReadOnly) {
    return (
      <Banner tone="danger" title={t('app.overdue.title')} action={action}>
        {t(mayPay ? 'app.overdue.payer' : 'app.overdue.member')}
      </Banner>
    );
  }
  return (
    <Banner tone="warning" title={t('app.pastDue.title')} action={action}>
      {graceEnds && t('app.pastDue.text', { date: date(graceEnds, 'short') })}
    </Banner>
  );
}

function PauseBanner({ mayPay }: { mayPay: boolean }) {
  const { t } = useTranslation();
  // The plan's card says more there, with the button.
  const isThere = useMatch(subscriptionPath);
  if (isThere) return null;
  const action = mayPay && (
    <Button size="sm" variant="white" render={<Link to={subscriptionPath} />}>
      {t('app.paused.action')}
    </Button>
  );
  return (
    <Banner tone="warning" title={t('app.paused.title')} action={action}>
      {t('app.paused.payer')}
    </Banner>
  );
}

const membersPath = '/app/settings/organization/members';

/** Number of days for which every page shows the notice of an ended plan; the dashboard shows it longer. */
const noticeDays = 30;

/** Loads what the banner shows. */
const loadPlanEnd = () => queryClient.ensureQueryData(planEndQuery());

/** Returns true when a plan with transactions has ended within the days of the notice. */
function hasRecentlyEnded({ tenant: { products } }: Pick<UserSession, 'tenant'>, now: Date) {
  const since = new Date(now.getTime() - noticeDays * 86_400_000).toISOString();
  return products.some(({ active, endDate, subscriptionProduct: { tier } }) => {
    return !active && endDate !== null && endDate > since && tier >= transactionsTier;
  });
}

/**
 * Renders what an ended plan leaves behind: records that are hidden but kept, for those who can choose a plan again, and
 * more members than the free plan allows, so that nothing can be changed (R-SUB-07).
 */
function PlanEndBanner() {
  const { t } = useTranslation();
  const isAtMembers = useMatch(membersPath);
  const isAtPlans = useMatch(subscriptionPath);
  const isAtData = useMatch(dataPath);
  // It says what is kept, with the same links.
  const isAtDashboard = useMatch('/app/dashboard');
  const session = useSession();
  const { role, tenant, product } = session;
  const now = useBillingTime(product);
  const isOver = readOnlyCauseOf(session, now) === 'overFree';
  const mayChoose = roleAllows(role, Role.Admin);
  const { data } = useQuery(planEndQuery());
  const kept = mayChoose && data?.hidesTransactions ? data.transactions : 0;
  if (!isOver && (kept === 0 || isAtDashboard || !hasRecentlyEnded(session, now))) return null;
  const { title: plan = '', maxUsers: max = 0 } = product?.subscriptionProduct ?? {};
  const links = [
    { to: subscriptionPath, text: t('app.overFree.action'), isShown: !isAtPlans && !isAtDashboard },
    {
      to: dataPath,
      text: t('app.export'),
      isShown: kept > 0 && role === Role.Owner && !isAtData && !isAtDashboard,
    },
    { to: membersPath, text: t('app.overFree.members'), isShown: isOver && !isAtMembers },
  ].filter(({ isShown }) => mayChoose && isShown);
  const over = mayChoose ? 'app.overFree.payer' : 'app.overFree.member';
  return (
    <Banner
      tone={isOver ? 'warning' : 'info'}

      title={
        isOver ? t('app.overFree.title', { plan }) : t('app.dashboard.keptTitle', { count: kept })
      }
      action={
        links.length > 0 && (
          <span className="flex flex-wrap gap-2">
            {links.map(({ to, text }) => (
              <Button key={to} size="sm" variant="white" render={<Link to={to} />}>
                {text}
              </Button>
            ))}
          </span>
        )
      }
    >
      {isOver ? t(over, { plan, max, used: tenant.usersCount }) : t('app.dashboard.keptText')}
    </Banner>
  );
}
