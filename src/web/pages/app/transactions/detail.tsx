import { Outlet } from 'react-router';
import { Role, roleAllows } from '#contract/access.ts';
import { transactionFields } from '#contract/entities/transactions.ts';
import { api } from '#web/api/api.ts';
import { CommentsCard } from '#web/components/comments/comments-card.tsx';
import { createEntityQueries } from '#web/components/entity/entity-queries.ts';
import { RecordPage } from '#web/components/entity/record-page.tsx';
import type { RouteHandle } from '#web/layouts/breadcrumb.tsx';
import { loadFrameTexts } from '#web/session/language.ts';
import { useSession } from '#web/session/session.ts';
import { useTranslation } from '#web/session/translation.ts';
import type { Route } from './+types/detail.ts';

export const handle: RouteHandle = { title: 'comments.page' };

export async function clientLoader() {
  await loadFrameTexts('results');
  return null;
}

/** Renders a transaction on a page of its own, with its conversation (R-CMT-06). */
export default function TransactionPage({ params: { id } }: Route.ComponentProps) {
  const { textsOf } = useTranslation();
  const { role } = useSession();
  return (
    <>
      <RecordPage
        key={id}
        source={createEntityQueries('transactions', api.transactions)}
        fields={transactionFields}
        texts={textsOf('transactions')}
        id={id}
        list="/app/transactions"
        readOnly={!roleAllows(role, Role.Member)}
      >
        <CommentsCard record={id} />
      </RecordPage>
      <Outlet />
    </>
  );
}
