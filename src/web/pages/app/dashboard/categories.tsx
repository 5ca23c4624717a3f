import { Link } from 'react-router';
import type { TransactionSummary } from '#contract/transactions.ts';
import { useAmounts } from '#web/components/use-amounts.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Card } from '#web/ui/card.tsx';
import { gainClass, lossClass } from './marks.ts';
import type { DateRange } from './period.ts';
import { transactionsPath } from './transactions-path.ts';

type CategorySum = TransactionSummary['current']['categories'][number];
type Props = { categories: readonly CategorySum[]; range: DateRange };

const shownCategories = 5;

/** Lists the amount of each category, the largest first; each links to its transactions. */
export function Categories({ categories, range }: Props) {
  const { t } = useTranslation();
  const most = Math.max(...categories.map(({ amount }) => Math.abs(amount)), 1);
  const [shown, others] = [categories.slice(0, shownCategories), categories.slice(shownCategories)];
  return (
    <Card title={t('results.categories')}>
      {categories.length === 0 ? (
        <p className="text-sm text-muted">{t('results.nothing')}</p>
      ) : (
        <CategoryList {...{ categories: shown, range, most }} />
      )}
      {others.length > 0 && (
        <details className="mt-3 text-sm">
          <summary className="w-fit cursor-pointer text-muted hover:text-ink">
            {t('results.moreCategories', { count: others.length })}
          </summary>
          <div className="mt-3">
            <CategoryList {...{ categories: others, range, most }} />
          </div>
        </details>
      )}
    </Card>
  );
}

function CategoryList({ categories, range, most }: Props & { most: number }) {
  const { t } = useTranslation();
  const { amount: format } = useAmounts();
  return (
    <ul role="list" className="-mx-2 -my-2">
      {categories.map(({ category, count, amount }) => (
        <li key={category ?? ''}>
          <Link
            to={transactionsPath(range, { category: category ?? '' })}
            className="block rounded-md px-2 py-2 text-sm hover:bg-sunken"
          >
            <span className="flex items-baseline justify-between gap-4">
              <span className="min-w-0 truncate font-medium">
                {category ?? <span className="text-muted">{t('results.noCategory')}</span>}
              </span>
              <span className="shrink-0 tabular-nums">{format(amount)}</span>
            </span>
            <span
              aria-hidden
              className="mt-1.5 block h-1.5 rounded-sm bg-sunken forced-colors:border"
            >
              <span
                className={`block h-full rounded-sm ${amount < 0 ? lossClass : gainClass}`}
                // Inline style, because the width is computed from data.
                style={{ width: `${(Math.abs(amount) / most) * 100}%` }}
              />
            </span>
            <span className="mt-1 block text-xs text-muted">{t('results.count', { count })}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
