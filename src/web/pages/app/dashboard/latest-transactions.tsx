import { Link } from 'react-router';
import { Role, roleAllows } from '#contract/access.ts';
import type { Transaction } from '#contract/transactions.ts';
import { useAmounts } from '#web/components/use-amounts.ts';
import { useFormats } from '#web/components/use-formats.ts';
import { useSession } from '#web/session/session.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Card } from '#web/ui/card.tsx';

/** Lists the newest transactions; each links to its form, or to the list for guests, who can't change it. */
export function LatestTransactions({ transactions }: { transactions: readonly Transaction[] }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { amount: format } = useAmounts();
  const mayChange = roleAllows(useSession().role, Role.Member);
  return (
    <Card
      title={t('app.dashboard.latest')}
      actions={
        <Link to="/app/transactions" className="text-sm text-accent-ink hover:underline">
          {t('app.dashboard.seeAll')}
        </Link>
      }
    >
      <ul role="list" className="-mx-2 -my-2">
        {transactions.map(({ id, description, amount, date }) => (
          <li key={id}>
            <Link
              to={mayChange ? `/app/transactions/${id}/edit` : '/app/transactions'}
              className="flex items-baseline justify-between gap-4 rounded-md px-2 py-2 text-sm hover:bg-sunken"
            >
              <span className="min-w-0">
                <span className="block truncate font-medium">{description}</span>
                <span className="text-xs text-muted">{formats.date(date, 'mini')}</span>
              </span>
              <span className="shrink-0 tabular-nums">{format(amount)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}
