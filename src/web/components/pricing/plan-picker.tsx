import { clsx } from 'clsx';
import { useId } from 'react';
import type { Currency } from '#contract/money.ts';
import { commonYearlySaving, selectPrice } from '#contract/pricing/pricing.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Badge } from '#web/ui/badge.tsx';
import { SegmentedControl } from '#web/ui/segmented-control.tsx';
import {
  isOneTimePrice,
  periodName,
  selectPlan,
  yearlySaving,
  type OfferedPlan,
  type PlanSelection,
} from './plan-selection.ts';
import { SavingBadge } from './saving-badge.tsx';
import { usePricingTexts } from './texts.ts';
import { TierIcon } from './tier-icon.tsx';

type Props = {
  plans: readonly OfferedPlan[];
  selection: PlanSelection;
  onChange: (selection: PlanSelection) => void;
  /** Default currency. */
  currency: Currency;
};

/** Chooses a product, and the period for recurring ones, in a currency (R-ACC-06). */
export function PlanPicker({ plans, selection, onChange, currency: visitorCurrency }: Props) {
  const { t } = useTranslation();
  const name = useId();
  const { products, product, price, periods, period, currencies, currency } = selectPlan(
    plans,
    selection,
    visitorCurrency,
  );
  const saving = commonYearlySaving(product ? [product] : products, currency);
  const change = (changed: PlanSelection) =>
    onChange({
      ...selection,
      product: keyOf(product),
      period: periodName(period),
      currency,
      ...changed,
    });
  return (
    <fieldset className="min-w-0">
      <legend className="text-sm font-medium text-ink">{t('account.register.plan')}</legend>
      <div className="mt-2 grid gap-2">
        {products.map((each) => (
          <PlanRow
            key={keyOf(each)}
            name={name}
            plan={each}
            price={selectPrice(each.prices, period, currency)}
            chosen={each === product}
            onChoose={() => change({ product: keyOf(each) })}
          />
        ))}
      </div>
      <div className="mt-3 flex flex-wrap gap-2 empty:hidden">
        {!(price && isOneTimePrice(price)) && periods.length > 1 && (
          <SegmentedControl
            label={t('pricing.billingPeriod')}
            segments={periods.map((each) => ({
              value: periodName(each),
              label: (
                <>
                  {t(`common.period.${periodName(each)}`)}
                  {periodName(each) === 'yearly' && <SavingBadge saving={saving} />}
                </>
              ),
            }))}
            value={periodName(period)}
            onChange={({ target }) => change({ period: target.value })}
          />
        )}
        {currencies.length > 1 && (
          <SegmentedControl
            label={t('pricing.currency')}
            segments={currencies.map((each) => ({ value: each, label: each.toUpperCase() }))}
            value={currency}
            onChange={({ target }) => change({ currency: target.value })}
          />
        )}
      </div>
    </fieldset>
  );
}

const keyOf = (plan: OfferedPlan | undefined) => plan && (plan.id ?? plan.title);

type RowProps = {
  name: string;
  plan: OfferedPlan;
  price: OfferedPlan['prices'][number] | undefined;
  chosen: boolean;
  onChoose: () => void;
};

function PlanRow({ name, plan, price, chosen, onChoose }: RowProps) {
  const { t } = useTranslation();
  const texts = usePricingTexts();
  const percent = yearlySaving(price, plan.prices);
  return (
    <label
      className={clsx(
        'relative flex cursor-pointer items-center gap-3 rounded-lg border px-4 py-3 transition-colors',
        'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
        chosen ? 'border-accent-ink bg-raised' : 'border-line hover:border-line-strong',
      )}
    >
      <input
        type="radio"
        name={name}
        value={keyOf(plan)}
        checked={chosen}
        onChange={onChoose}
        className="absolute inset-0 cursor-pointer appearance-none rounded-lg outline-none"
      />
      <TierIcon tier={plan.tier} className="size-7" />
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap items-center gap-2 font-semibold">
          {plan.title}
          {plan.badge && <Badge tone="accent">{texts.own(plan.badge)}</Badge>}
        </span>
        <span className="block text-sm text-muted">
          {texts.users(plan.maxUsers)}
          {plan.maxTransactions > 0 &&
            ` · ${t('pricing.transactions', { count: plan.maxTransactions })}`}
          {plan.maxStorage > 0 && ` · ${t('pricing.storage', { size: plan.maxStorage })}`}
        </span>
      </span>
      {price && (
        <span className="text-right">
          <span className="block font-semibold tabular-nums">{texts.amount(price)}</span>
          {price.price > 0 && (
            <span className="block text-sm text-muted">
              {texts.per(price)}
              {percent > 0 && <span className="text-success-ink"> −{percent}%</span>}
            </span>
          )}
        </span>
      )}
    </label>
  );
}
