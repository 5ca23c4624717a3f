import { clsx } from 'clsx';
import { CalendarClock, Check, Minus, UsersRound } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { savingOf, type Plan } from '#web/components/pricing-choice.ts';
import { usePricingTexts } from '#web/components/pricing-texts.ts';
import { TierSign } from '#web/components/pricing-tier-sign.tsx';
import { useFormats } from '#web/components/use-formats.ts';
import { Badge } from '#web/ui/badge.tsx';
import { buttonClass } from '#web/ui/button.tsx';

type Price = Plan['prices'][number];

interface Props {
  plan: Plan;
  price: Price;
  /** Where its button leads. */
  to: string;
  /** It is the only one, and takes the whole width. */
  wide: boolean;
}

/** A product with one of its prices. Its parts share rows with those of the cards beside it. */
export function PlanCard({ plan, price, to, wide }: Props) {
  const texts = usePricingTexts();
  const { tier, title, description, badge, features } = plan;
  return (
    <li
      className={clsx(
        'relative grid content-start gap-x-10 rounded-xl border p-6 shadow-md sm:p-7',
        wide ? 'md:grid-cols-2' : 'row-span-4 grid-rows-subgrid gap-y-0',
        badge ? 'border-accent-ink bg-raised' : 'border-line bg-surface',
      )}
    >
      <div className={clsx(wide && 'md:col-start-1')}>
        <div className="flex items-start gap-3">
          <TierSign tier={tier} className="size-9" />
          <h2 className="min-w-0 flex-1 pt-1 text-xl font-semibold tracking-tight">{title}</h2>
          {badge && <Badge tone="accent">{texts.own(badge)}</Badge>}
        </div>
        <p className="mt-4 text-pretty text-muted">{texts.own(description)}</p>
      </div>
      <PriceOf price={price} plan={plan} />
      <div className={clsx('mt-6', wide && 'md:col-start-1')}>
        <Link
          to={to}
          className={clsx(buttonClass(badge || wide ? 'primary' : 'white'), 'min-h-11 w-full')}
        >
          {texts.choose(price, title)}
        </Link>
        <Terms price={price} maxUsers={plan.maxUsers} />
      </div>
      <ul
        role="list"
        className={clsx(
          'space-y-3 border-line text-sm',
          wide
            ? 'max-md:mt-6 max-md:border-t max-md:pt-6 md:col-start-2 md:row-span-3 md:row-start-1 md:border-l md:pl-10'
            : 'mt-6 border-t pt-6',
        )}
      >
        {features.map((feature) => (
          <FeatureRow key={feature.order} included={feature.included}>
            {texts.feature(feature)}
          </FeatureRow>
        ))}
      </ul>
    </li>
  );
}

function PriceOf({ price, plan }: { price: Price; plan: Plan }) {
  const { t } = useTranslation();
  const { money } = useFormats();
  const texts = usePricingTexts();
  const percent = savingOf(price, plan.prices);
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
        {price.price === 0 ? (
          t('pricing.freeHint')
        ) : (
          <span>
            {price.currency.toUpperCase()} {texts.per(price)}
          </span>
        )}
        {percent > 0 && <Badge tone="success">{t('pricing.discount', { percent })}</Badge>}
      </p>
    </div>
  );
}

/** How many may use it, and what the trial is. */
function Terms({ price, maxUsers }: { price: Price; maxUsers: number }) {
  const { t } = useTranslation();
  return (
    <p className="mt-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-sm text-muted [&_span]:inline-flex [&_span]:items-center [&_span]:gap-2">
      <span>
        <UsersRound aria-hidden className="size-4" />
        {maxUsers > 0 ? t('pricing.users', { count: maxUsers }) : t('pricing.unlimitedUsers')}
      </span>
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
