import { Link, useMatch } from 'react-router';
import { Role, roleAllows } from '#contract/access.ts';
import { useBillingTime } from '#web/components/billing/billing-time.ts';
import {
  payPath,
  readOnlyCauseOf,
  subscriptionPath,
} from '#web/components/billing/use-read-only.ts';
import { useFormats } from '#web/components/use-formats.ts';
import { useSession } from '#web/session/session.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { loadPlanEnd, PlanEndBanner } from './app-plan-end-banner.tsx';

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
      <Banner tone="danger" role="status" title={t('app.overdue.title')} action={action}>
        {t(mayPay ? 'app.overdue.payer' : 'app.overdue.member')}
      </Banner>
    );
  }
  return (
    <Banner tone="warning" role="status" title={t('app.pastDue.title')} action={action}>
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
    <Banner tone="warning" role="status" title={t('app.paused.title')} action={action}>
      {t('app.paused.payer')}
    </Banner>
  );
}
