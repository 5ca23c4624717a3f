import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { visitorCurrency } from '#contract/pricing/pricing.ts';
import { PlanPicker } from '#web/components/pricing/plan-picker.tsx';
import {
  selectPlan,
  selectionForPrice,
  parsePlanSelection,
} from '#web/components/pricing/plan-selection.ts';
import { keepQuery, usePageView } from '#web/layouts/page-view.ts';
import { LoadError } from '#web/pages/account/load-error.tsx';
import { AccountHead, textLinkClass } from '#web/pages/account/panel.tsx';
import { loginPathWith } from '#web/pages/account/paths.ts';
import { requireOwnDocument, thirdPartyHeaders } from '#web/session/third-party-scripts.ts';
import { useTranslation } from '#web/session/translation.ts';
import { visitorContext } from '#web/session/visitor.ts';
import { Banner } from '#web/ui/banner.tsx';
import type { Route } from './+types/index.ts';
import { RegisterForm } from './form.tsx';
import { Welcome, type RegistrationResult } from './welcome.tsx';

export async function loader({ context }: Route.LoaderArgs) {
  const { api, currency, locale } = context.get(visitorContext);
  const plans = await api.products.getAll();
  return { plans, currency: visitorCurrency(currency, locale, plans) };
}

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [
  keepQuery,
  requireOwnDocument('stripe', 'google'),
];

export const headers = thirdPartyHeaders('stripe', 'google');

/** Registers a person and their organization; the address may preselect the plan. */
export default function RegisterPage({ loaderData, params }: Route.ComponentProps) {
  const { plans, currency } = loaderData;
  const { t } = useTranslation();
  const [query] = useSearchParams();
  const [selection, setSelection] = useState(
    () => selectionForPrice(plans, query.get('price')) ?? parsePlanSelection(query),
  );
  const [registered, setRegistered] = useState<RegistrationResult>();
  usePageView();
  if (registered) return <Welcome {...registered} />;
  const { product, price, currency: paidIn } = selectPlan(plans, selection, currency);
  return (
    <div className="w-full max-w-5xl">
      <AccountHead
        title={t('account.register.title')}
        text={price?.trialDays ? t('account.register.trialText') : t('account.register.text')}
        referrer="strict-origin"
      />
      {product ? (
        <RegisterForm
          price={price}
          currency={paidIn}
          given={{ email: query.get('e'), coupon: params.coupon ?? query.get('coupon') }}
          onDone={setRegistered}
        >
          <PlanPicker
            plans={plans}
            selection={selection}
            onChange={setSelection}
            currency={currency}
          />
        </RegisterForm>
      ) : (
        <Banner tone="info" className="mt-6">
          {t('account.register.noPlans')}
        </Banner>
      )}
      <p className="mt-6 text-center text-sm text-muted">
        {t('account.register.haveAccount')}{' '}
        <Link to={loginPathWith({ email: query.get('e') })} className={textLinkClass}>
          {t('account.register.login')}
        </Link>
      </p>
    </div>
  );
}

/** Shows that the plans couldn't be loaded, with a retry. Registration needs a plan. */
export function ErrorBoundary() {
  const { t } = useTranslation();
  return <LoadError title={t('account.register.title')} />;
}
