import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { CommonSaving } from '#contract/pricing/pricing.ts';
import { periodName, type selectOffer } from '#web/components/pricing/plan-selection.ts';
import { SavingBadge } from '#web/components/pricing/saving-badge.tsx';
import { lastingCookie } from '#web/session/cookies.ts';
import { useTranslation } from '#web/session/translation.ts';

type Props = {
  offer: Pick<ReturnType<typeof selectOffer>, 'periods' | 'period' | 'currencies' | 'currency'>;
  saving: CommonSaving;
};

/** Renders the choice of billing period and currency as links, which work without scripts. */
export function PriceSwitches({ offer, saving }: Props) {
  const { t } = useTranslation();
  const pathWith = usePathWith();
  const { periods, period, currencies, currency } = offer;
  return (
    <div className="mt-8 flex flex-wrap items-center gap-x-6 gap-y-4">
      {periods.length > 0 && (
        <nav aria-label={t('pricing.billingPeriod')} className={trackClass}>
          {periods.map((each) => {
            const name = periodName(each);
            return (
              <Switch key={each} to={pathWith('period', name)} current={each === period}>
                {t(`common.period.${name}`)}
                {name === 'yearly' && <SavingBadge saving={saving} />}
              </Switch>
            );
          })}
        </nav>
      )}
      {currencies.length > 1 && (
        <nav aria-label={t('pricing.currency')} className={trackClass}>
          {currencies.map((each) => (
            <Switch
              key={each}
              to={pathWith('currency', each)}
              current={each === currency}
              data-currency={each}
              onClick={() => (document.cookie = lastingCookie('currency', each))}
            >
              {each.toUpperCase()}
            </Switch>
          ))}
        </nav>
      )}
    </div>
  );
}

function usePathWith() {
  const [query] = useSearchParams();
  return (name: string, value: string) => {
    const changed = new URLSearchParams(query);
    changed.set(name, value);
    return `?${changed.toString()}`;
  };
}

type SwitchProps = {
  to: string;
  current: boolean;
  /** Currency that the script of a static page stores, since no handler is attached there. */
  'data-currency'?: string;
  onClick?: () => void;
  children: ReactNode;
};

function Switch({ to, current, children, ...link }: SwitchProps) {
  return (
    <Link
      to={to}
      replace
      preventScrollReset
      aria-current={current || undefined}
      {...link}
      className={clsx(
        'inline-flex min-h-9 items-center gap-2 rounded-md px-3.5 text-sm font-medium transition-colors',
        current ? 'bg-ink text-canvas shadow-sm' : 'text-muted hover:text-ink',
      )}
    >
      {children}
    </Link>
  );
}

const trackClass = 'inline-flex rounded-lg bg-sunken p-1';
