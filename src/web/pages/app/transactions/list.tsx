import { clsx } from 'clsx';
import { Upload } from 'lucide-react';
import { Role, roleAllows } from '#contract/access.ts';
import { transactionFields, transactionList } from '#contract/entities/transactions.ts';
import { api } from '#web/api/api.ts';
import { WriteLink } from '#web/components/billing/read-only.tsx';
import { useReadOnly } from '#web/components/billing/use-read-only.ts';
import { createEntityQueries } from '#web/components/entity/entity-queries.ts';
import { EntityList } from '#web/components/entity/list.tsx';
import { useCategories } from '#web/components/use-categories.ts';
import { loadFirstSteps } from '#web/layouts/app-banners.ts';
import type { RouteHandle } from '#web/layouts/breadcrumb.tsx';
import { useSession } from '#web/session/session.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Badge } from '#web/ui/badge.tsx';
import type { Route } from './+types/list.ts';

export const handle: RouteHandle = { title: 'transactions.title' };

export const clientLoader = () => loadFirstSteps(false);

export default function Transactions({ loaderData: firstSteps }: Route.ComponentProps) {
  const { t, textsOf } = useTranslation();
  const { role } = useSession();
  const readOnly = !roleAllows(role, Role.Member);
  const isLocked = useReadOnly() !== null;
  return (
    <EntityList
      source={createEntityQueries('transactions', api.transactions)}
      fields={transactionFields}
      list={transactionList}
      suggestions={{ category: useCategories() }}
      columns={['description', 'quantity', 'price', 'amount', 'category', 'date']}
      texts={textsOf('transactions')}
      emptyAction={
        <>
          <ImportLink />
          {firstSteps?.sampleButton}
        </>
      }
      tools={<ImportLink isTool />}
      actions={({ sample }) =>
        sample && <Badge className="self-center">{t('onboarding.samples.mark')}</Badge>
      }
      cells={readOnly || isLocked ? [] : ['price', 'category', 'date']}
      page={(id) => `/app/transactions/${id}`}
      readOnly={readOnly}
    />
  );
}

type Props = {
  /** Leaves the label to screen readers where the toolbar has little room. */
  isTool?: boolean;
};

/** Links to the import of transactions (R-IMP-01). */
function ImportLink({ isTool = false }: Props) {
  const { t } = useTranslation();
  return (
    <WriteLink
      to="/app/transactions/import"
      variant="white"
      title={t('transactions.import')}
      className={clsx(isTool && 'sm:max-xl:px-3')}
    >
      <Upload aria-hidden className="size-4" />
      <span className={clsx(isTool && 'sm:max-xl:sr-only')}>{t('transactions.import')}</span>
    </WriteLink>
  );
}
