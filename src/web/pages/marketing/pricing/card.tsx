import { clsx } from 'clsx';
import { ArrowLeftRight, CalendarClock, Check, Images, Minus, UsersRound } from 'lucide-react';
import { Link } from 'react-router';
import { numberFieldOf } from '#contract/pricing/computed-features.ts';
import { yearlySaving, type OfferedPlan } from '#web/components/pricing/plan-selection.ts';
import { usePricingTexts } from '#web/components/pricing/texts.ts';
import { TierIcon } from '#web/components/pricing/tier-icon.tsx';
import { useFormats } from '#web/components/use-formats.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Badge } from '#web/ui/badge.tsx';
import { buttonClass } from '#web/ui/button.tsx';

type Price = OfferedPlan['prices'][number];

type Props = {
  plan: OfferedPlan;
  price: Price;
  /** Target of the button. */
  to: string;
  /** Number of cards per row. */
  columns: 1 | 2 | 3;
};

/**
 * Grid classes by cards per row. Cards that share a row align their parts with a subgrid; a card
 * alone in its row shows its features at the side.
 */
const layouts = {
  1: {
    card: 'sm:grid-cols-2',
    part: 'sm:col-start-1',
    features: clsx(
      'max-sm:mt-6 max-sm:border-t max-sm:pt-6',
      'sm:col-start-2 sm:row-span-3 sm:row-start-1 sm:border-l sm:pl-10',
    ),
  },
  2: {
    card: 'row-span-4 grid-rows-subgrid gap-y-0',
    part: '',
    features: 'mt-6 border-t pt-6',
  },
  3: {
    card: 'sm:max-lg:grid-cols-2 lg:row-span-4 lg:grid-rows-subgrid lg:gap-y-0',
    part: 'sm:max-lg:col-start-1',
    features: clsx(
      'max-sm:mt-6 max-sm:border-t max-sm:pt-6 lg:mt-6 lg:border-t lg:pt-6',
      'sm:max-lg:col-start-2 sm:max-lg:row-span-3 sm:max-lg:row-start-1 sm:max-lg:border-l sm:max-lg:pl-10',
    ),
  },
};

/** Renders a product with one of its prices. */
export function PlanCard({ plan, price, to, columns }: Props) {
  const texts = usePricingTexts();
  const { tier, title, description, badge, features } = plan;
  const layout = layouts[columns];
  const namesUsers = features.some((feature) => numberFieldOf(feature) === 'maxUsers');
  return (
    <li
      className={clsx(
        'relative grid content-start gap-x-10 rounded-xl border p-6 shadow-md sm:p-7',
        layout.card,
        badge ? 'border-accent-ink bg-raised' : 'border-line bg-surface',
      )}
    >
      <div className={layout.part}>
        <div className="flex items-center gap-3">
          <TierIcon tier={tier} className="size-9" />
          <h2 className="min-w-0 flex-1 text-xl font-semibold tracking-tight">{title}</h2>
          {badge && <Badge tone="accent">{texts.own(badge)}</Badge>}
        </div>
        <p className="mt-4 text-pretty text-muted">{texts.own(description)}</p>
      </div>
      <PlanPrice price={price} plan={plan} />
      <div className={clsx('mt-6', layout.part)}>
        <Link
          to={to}
          className={clsx(buttonClass(badge || columns === 1 ? 'primary' : 'white'), bigClass)}
        >
          {texts.choose(price, title)}
        </Link>
        <PlanTerms
          price={price}
          maxUsers={namesUsers ? null : plan.maxUsers}
          maxTransactions={plan.maxTransactions}
          maxStorage={plan.maxStorage}
        />
      </div>
      <ul role="list" className={clsx('space-y-3 border-line text-sm', layout.features)}>
        {features.map((feature) => (
          <FeatureRow key={feature.order} included={feature.included}>
            {texts.feature(feature)}
          </FeatureRow>
        ))}
      </ul>
    </li>
  );
}

const bigClass = 'min-h-11 w-full';

function PlanPrice({ price, plan }: { price: Price; plan: OfferedPlan }) {
  const { t } = useTranslation();
  const { money } = useFormats();
  const texts = usePricingTexts();
  const percent = yearlySaving(price, plan.prices);
  return (
    <div className="mt-6">
      <p className="flex flex-wrap items-baseline gap-x-3 text-[2.75rem] leading-none font-semibold tracking-[-0.03em] tabular-nums">
        {texts.amount(price)}
        {price.priceBefore !== null && (
          <s className="text-xl font-medium tracking-normal text-muted">
            <span className="sr-only">{t('pricing.before')} </span>
            {money(price.priceBefore, price.currency)}
          </s>
        )}
      </p>
      <p className="mt-2 flex min-h-6 flex-wrap items-center gap-2 text-sm text-muted">
        {price.price === 0 ? t('pricing.freeHint') : <span>{texts.per(price)}</span>}
        {percent > 0 && <Badge tone="success">{t('pricing.discount', { percent })}</Badge>}
      </p>
    </div>
  );
}

type Terms = { price: Price; maxUsers: number | null; maxTransactions: number; maxStorage: number };

/** Renders the maximum of users (null: it is among the features), other limits and the trial. */
function PlanTerms({ price, maxUsers, maxTransactions, maxStorage }: Terms) {
  const { t } = useTranslation();
  const texts = usePricingTexts();
  return (
    <p className="mt-4 grid gap-1.5 text-sm text-muted *:flex *:items-center *:gap-2">
      {maxUsers !== null && (
        <span>
          <UsersRound aria-hidden className="size-4" />
          {texts.users(maxUsers)}
        </span>
      )}
      {maxTransactions > 0 && (
        <span>
          <ArrowLeftRight aria-hidden className="size-4" />
          {t('pricing.transactions', { count: maxTransactions })}
        </span>
      )}
      {maxStorage > 0 && (
        <span>
          <Images aria-hidden className="size-4" />
          {t('pricing.storage', { size: maxStorage })}
        </span>
      )}
      {price.trialDays > 0 && (
        <span>
          <CalendarClock aria-hidden className="size-4" />
          {t('pricing.trial', { count: price.trialDays })}
        </span>
      )}
    </p>
  );
}

function FeatureRow({ included, children }: { included: boolean; children: string }) {
  const { t } = useTranslation();
  const Sign = included ? Check : Minus;
  return (
    <li className={clsx('flex items-start gap-3', !included && 'text-muted')}>
      <Sign
        aria-hidden
        strokeWidth={2.5}
        className={clsx('mt-0.5 size-4 shrink-0', included ? 'text-accent-ink' : 'text-muted')}
      />
      <span>
        <span className="sr-only">
          {included ? t('pricing.included') : t('pricing.notIncluded')}{' '}
        </span>
        {children}
      </span>
    </li>
  );
}
