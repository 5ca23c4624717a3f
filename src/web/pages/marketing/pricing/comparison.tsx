import { clsx } from 'clsx';
import { Check, Minus } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import {
  comparePlans,
  type CapabilityTiers,
  type ComparisonRow,
} from '#contract/pricing/comparison.ts';
import { usePricingTexts } from '#web/components/pricing/texts.ts';
import { useFormats } from '#web/components/use-formats.ts';
import { useSite } from '#web/layouts/marketing-site.ts';
import { useTranslation } from '#web/session/translation.ts';
import type { offeredPlans } from './cards.tsx';
import { comparisonColumns } from './comparison-columns.ts';

type Props = {
  shown: ReturnType<typeof offeredPlans>;
  tiers: CapabilityTiers;
};

/**
 * Compares the plans in one table, whose head stays in sight. A phone shows the column of one plan, chosen by radio
 * buttons, which work without scripts.
 */
export function PlanComparison({ shown, tiers }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const site = useSite();
  const groups = comparePlans(
    shown.map(({ plan }) => plan),
    tiers,
  );
  const columns = comparisonColumns(shown.length);
  return (
    <section aria-labelledby={id} className="border-t border-line">
      <div className="group/plans mx-auto max-w-6xl px-4 py-16 sm:px-6 sm:py-20">
        <h2 id={id} className="text-title font-semibold">
          {t('evidence.compare.title')}
        </h2>
        <p className="mt-3 max-w-2xl text-pretty text-muted">{t('evidence.compare.text')}</p>
        <PlanPicker
          titles={shown.map(({ plan }) => plan.title)}
          picked={Math.max(
            0,
            shown.findIndex(({ plan }) => plan.badge),
          )}
        />
        <ComparisonBox count={shown.length}>
          <table className={clsx('w-full border-separate border-spacing-0 text-sm', columns.table)}>
            <caption className="sr-only">{t('evidence.compare.title')}</caption>
            <ComparisonHead shown={shown} />
            {groups.map(({ group, rows }) => (
              <tbody key={group}>
                <tr>
                  <th
                    scope="rowgroup"
                    className={clsx(
                      'pt-9 pb-2 text-left text-base font-semibold tracking-[-0.01em]',
                      columns.label,
                    )}
                  >
                    {t(`evidence.compare.groups.${group}`)}
                  </th>
                </tr>
                {rows.map((row) => (
                  <Row key={'key' in row ? row.key : row.feature.key} row={row} />
                ))}
              </tbody>
            ))}
          </table>
        </ComparisonBox>
        {site?.stripeTax && <p className="mt-6 text-sm text-muted">{t('evidence.compare.tax')}</p>}
      </div>
    </section>
  );
}

/** Renders the box of the table, in which more plans than fit slide sideways. */
function ComparisonBox({ count, children }: { count: number; children: ReactNode }) {
  const { t } = useTranslation();
  const className = 'mt-6 md:mt-8';
  if (!comparisonColumns(count).isSliding) return <div className={className}>{children}</div>;
  return (
    <div
      role="group"
      aria-label={t('evidence.compare.title')}
      tabIndex={0}
      className={clsx(className, 'relative overflow-x-auto')}
    >
      {children}
    </div>
  );
}

/** Renders the plans with their prices in the chosen currency and period. */
function ComparisonHead({ shown }: Pick<Props, 'shown'>) {
  const { t } = useTranslation();
  const texts = usePricingTexts();
  const columns = comparisonColumns(shown.length);
  return (
    <thead>
      <tr>
        <th scope="col" className={clsx(headClass, columns.head, columns.label)}>
          <span className="sr-only">{t('evidence.compare.feature')}</span>
        </th>
        {shown.map(({ plan, price }, index) => (
          <th
            key={plan.id ?? plan.title}
            scope="col"
            className={clsx(headClass, columns.head, columns.plan(index))}
          >
            <span className="block truncate text-base font-semibold">{plan.title}</span>
            <span className="block text-xs font-normal text-muted tabular-nums">
              {texts.amount(price)}
              {price.price > 0 && ` ${texts.per(price)}`}
            </span>
          </th>
        ))}
      </tr>
    </thead>
  );
}

const headClass = 'border-b border-line-strong bg-canvas px-2 py-3 align-bottom';

function Row({ row }: { row: ComparisonRow }) {
  const label = useRowLabel(row);
  const columns = comparisonColumns(row.cells.length);
  return (
    <tr className="hover:*:bg-surface">
      <th
        scope="row"
        className={clsx(cellClass, 'pr-2 text-left font-normal text-pretty', columns.label)}
      >
        {label}
      </th>
      {row.cells.map((_, index) => (
        <td
          key={index}
          className={clsx(cellClass, 'px-2 text-center tabular-nums', columns.plan(index))}
        >
          <Cell row={row} index={index} />
        </td>
      ))}
    </tr>
  );
}

/** Returns the name of a row: ours, or that of the operator's feature. */
function useRowLabel(row: ComparisonRow) {
  const { t, isKey } = useTranslation();
  const texts = usePricingTexts();
  if ('key' in row) return t(`evidence.compare.rows.${row.key}`);
  const { key, translateInFrontend } = row.feature;
  const ofValues = `evidence.compare.features.${key.split('.').at(-1)}`;
  if (translateInFrontend && isKey(ofValues)) return t(ofValues);
  return translateInFrontend ? texts.feature(row.feature) : key;
}

/** Renders a limit, the value of a feature, or a sign that screen readers name. */
function Cell({ row, index }: { row: ComparisonRow; index: number }) {
  const { t } = useTranslation();
  const numbers = useLimitTexts();
  const cell = row.cells[index];
  if (typeof cell === 'string') return cell;
  if (typeof cell === 'number') return numbers('key' in row ? row.key : '', cell);
  const Sign = cell ? Check : Minus;
  return (
    <>
      <Sign
        aria-hidden
        strokeWidth={2.5}
        className={clsx('mx-auto size-4', cell ? 'text-accent-ink' : 'text-muted')}
      />
      <span className="sr-only">
        {cell ? t('evidence.compare.included') : t('evidence.compare.missing')}
      </span>
    </>
  );
}

/** Returns a function for the text of a limit; 0 is none. */
function useLimitTexts() {
  const { t, locale } = useTranslation();
  const { number } = useFormats();
  const inUnit = (unit: 'day' | 'megabyte', count: number) =>
    new Intl.NumberFormat(locale, {
      style: 'unit',
      unit,
      unitDisplay: unit === 'day' ? 'long' : 'short',
    }).format(count);
  return (key: string, limit: number) => {
    if (key === 'auditDays')
      return limit === 0 ? t('evidence.compare.forever') : inUnit('day', limit);
    if (limit === 0) return t('evidence.compare.unlimited');
    return key === 'storage' ? inUnit('megabyte', limit) : number(limit);
  };
}

/** Renders the choice of the plan that a phone shows. */
function PlanPicker({ titles, picked }: { titles: readonly string[]; picked: number }) {
  const { t } = useTranslation();
  const name = useId();
  if (!comparisonColumns(titles.length).isPicked) return null;
  return (
    <fieldset className="mt-6 md:hidden">
      <legend className="sr-only">{t('evidence.compare.plan')}</legend>
      <div className="flex flex-wrap gap-1 rounded-lg bg-sunken p-1">
        {titles.map((title, index) => (
          <label
            key={title}
            className="relative flex min-h-11 min-w-20 flex-1 cursor-pointer items-center justify-center rounded-md px-2 text-center text-sm font-medium text-muted has-checked:bg-ink has-checked:text-canvas has-focus-visible:outline-2"
          >
            <input
              type="radio"
              name={name}
              value={index}
              defaultChecked={index === picked}
              className="absolute inset-0 cursor-pointer opacity-0"
            />
            {title}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

const cellClass = 'border-b border-line py-3 wrap-anywhere';
