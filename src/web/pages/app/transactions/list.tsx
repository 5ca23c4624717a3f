import { useTranslation } from 'react-i18next';
import { Role, roleAllows, transactionsTier } from '#contract/access.ts';
import { transactionFields } from '#contract/transactions.ts';
import { api } from '#web/api/api.ts';
import { createEntityQueries } from '#web/components/entity/entity-queries.ts';
import { EntityList } from '#web/components/entity/list.tsx';
import type { RouteHandle } from '#web/layouts/breadcrumb.tsx';
import { requireAccess } from '#web/session/guard.ts';
import { useSession } from '#web/session/session.ts';
import type { Route } from './+types/list.ts';

export const handle: RouteHandle = { title: 'app.menu.transactions' };

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [
  requireAccess({ tier: transactionsTier }),
];

export default function Transactions() {
  const { t } = useTranslation();
  const { role } = useSession();
  return (
    <EntityList
      source={createEntityQueries('transactions', api.transactions)}
      fields={transactionFields}
      columns={['description', 'quantity', 'price', 'amount', 'category', 'date']}
      texts={t('transactions', { returnObjects: true })}
      readOnly={!roleAllows(role, Role.Member)}
    />
  );
}
