import { useLocation } from 'react-router';
import { Role } from '#contract/access.ts';
import { transactionFields } from '#contract/entities/transactions.ts';
import { fromMinor, toMinor } from '#contract/money.ts';
import { transactionInput } from '#contract/transactions.ts';
import { api } from '#web/api/api.ts';
import { createEntityQueries } from '#web/components/entity/entity-queries.ts';
import { EntityForm } from '#web/components/entity/form.tsx';
import { useCategories } from '#web/components/use-categories.ts';
import { requireAccess } from '#web/session/guard.ts';
import { useTranslation } from '#web/session/translation.ts';
import { today } from '#web/ui/date/date-text.ts';
import type { Route } from './+types/form.ts';

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [
  requireAccess({ role: Role.Member }),
];

/** Opens as a panel: the list behind keeps its scroll position. */
export const handle = { panel: true };

const list = '/app/transactions';

export default function TransactionForm() {
  const { textsOf } = useTranslation();
  const isOnPage = useLocation().pathname.endsWith('/form');
  return (
    <EntityForm
      source={createEntityQueries('transactions', api.transactions)}
      fields={transactionFields}
      schema={transactionInput}
      texts={textsOf('transactions')}
      {...(isOnPage ? { list } : { page: (id) => `${list}/${id}` })}
      initial={{ quantity: 1, date: today() }}
      suggestions={{ category: useCategories() }}
      compute={({ quantity, price }) => ({
        amount: fromMinor(Number(quantity) * toMinor(Number(price), null), null),
      })}
    />
  );
}
