import { Role, roleAllows, transactionsTier } from '#contract/access.ts';
import { transactionFields, transactionList } from '#contract/entities/transactions.ts';
import { api } from '#web/api/api.ts';
import { createEntityQueries } from '#web/components/entity/entity-queries.ts';
import { EntityList } from '#web/components/entity/list.tsx';
import { useCategories } from '#web/components/use-categories.ts';
import type { RouteHandle } from '#web/layouts/breadcrumb.tsx';
import { requireAccess } from '#web/session/guard.ts';
import { useSession } from '#web/session/session.ts';
import { useTranslation } from '#web/session/translation.ts';
import type { Route } from './+types/list.ts';

export const handle: RouteHandle = { title: 'demo.transactions2' };

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [
  requireAccess({ tier: transactionsTier }),
];

/** Lists transactions with all columns generated from their declaration. */
export default function Transactions2() {
  const { t, textsOf } = useTranslation();
  const { role } = useSession();
  return (
    <EntityList
      source={createEntityQueries('transactions', api.transactions)}
      fields={transactionFields}
      list={transactionList}
      suggestions={{ category: useCategories() }}
      texts={{ ...textsOf('transactions'), title: t('demo.transactions2') }}
      readOnly={!roleAllows(role, Role.Member)}
    />
  );
}
