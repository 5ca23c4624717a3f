import { useQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { CircleCheck, Wrench } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { CatalogueDifference } from '#contract/catalogue.ts';
import { api } from '#web/api/api.ts';
import { failureText } from '#web/components/errors/failure-text.ts';
import { ReloadButton } from '#web/components/lists/list-buttons.tsx';
import { PageTitle } from '#web/components/page-title.tsx';
import type { RouteHandle } from '#web/layouts/breadcrumb.tsx';
import { useMayCall } from '#web/session/operator.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { useDialogs } from '#web/ui/dialogs/dialogs.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Table } from '#web/ui/table.tsx';
import { toast } from '#web/ui/toaster.tsx';
import { refreshProducts } from './catalogue.ts';
import { differencesQuery } from './queries.ts';

export const handle: RouteHandle = { title: 'catalogue.provider.title' };

/**
 * Lists the differences between our catalog and the provider's, with the button that repairs them.
 */
export default function ProviderCatalogue() {
  const { t } = useTranslation();
  const found = useQuery(differencesQuery);
  const repair = useRepairCatalogue();
  const may = useMayCall();
  return (
    <>
      <PageTitle>{t('catalogue.provider.title')}</PageTitle>
      <PageHeader
        title={t('catalogue.provider.title')}
        description={t('catalogue.provider.text')}
        actions={
          <>
            <ReloadButton list={found} />
            {may('products/repair') && found.data && found.data.length > 0 && (
              <Button loading={repair.isPending} onClick={() => void repair.ask()}>
                <Wrench aria-hidden className="size-4" />
                {t('catalogue.provider.repair')}
              </Button>
            )}
          </>
        }
      />
      {found.error && (
        <Banner tone="danger" role="alert" title={t('catalogue.provider.unreachable')}>
          {failureText(t, found.error) ?? t('errors.internal')}
        </Banner>
      )}
      {(found.data || found.isPending) && (
        <Card flush>
          <DifferenceTable
            differences={found.data}
            empty={
              <EmptyState icon={<CircleCheck aria-hidden />} title={t('catalogue.provider.agree')}>
                {t('catalogue.provider.agreeText')}
              </EmptyState>
            }
          />
        </Card>
      )}
    </>
  );
}

/**
 * Asks for confirmation, updates the provider's catalog to match ours, and reports what still
 * differs.
 */
function useRepairCatalogue() {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const dialogs = useDialogs();
  const repair = useMutation({
    mutationFn: () => api.products.repair(),
    onSuccess: (left) => {
      cache.setQueryData(differencesQuery.queryKey, left);
      const key = left.length === 0 ? 'repaired' : 'left';
      void toast({
        tone: left.length === 0 ? 'success' : 'info',
        title: t(`catalogue.provider.${key}`),
      });
      return Promise.all([
        refreshProducts(),
        cache.invalidateQueries({ queryKey: ['operator', 'coupons'] }),
      ]);
    },
    onError: (error) => void dialogs.error({ text: failureText(t, error) ?? t('errors.internal') }),
  });
  const ask = async () => {
    const question = {
      title: t('catalogue.provider.confirm'),
      text: t('catalogue.provider.confirmText'),
    };
    if (await dialogs.confirm(question)) repair.mutate();
  };
  return { ask, isPending: repair.isPending };
}

type Props = { differences: CatalogueDifference[] | undefined; empty: ReactNode };

/** Lists each difference with our value and the provider's. */
function DifferenceTable({ differences, empty }: Props) {
  const { t } = useTranslation();
  const problem = ({ kind, problem, field }: CatalogueDifference) => {
    const key = kind === 'coupon' && problem === 'fixed' ? 'fixedCoupon' : problem;
    return t(`catalogue.provider.problems.${key}`, {
      field: field && t(`catalogue.provider.fields.${field}`),
    });
  };
  return (
    <Table
      caption={t('catalogue.provider.differences')}
      rows={differences}
      rowKey={({ kind, serviceId, id, field }) => [kind, id, serviceId, field].join(' ')}
      empty={empty}
      columns={[
        {
          key: 'what',
          header: t('catalogue.provider.what'),
          render: (one) => <DifferingRecord difference={one} />,
        },
        { key: 'problem', header: t('catalogue.provider.problem'), render: problem },
        {
          key: 'here',
          header: t('catalogue.provider.here'),
          render: ({ here }) => <span className="wrap-anywhere">{here}</span>,
        },
        {
          key: 'there',
          header: t('catalogue.provider.there'),
          render: ({ there }) => <span className="wrap-anywhere">{there}</span>,
        },
      ]}
    />
  );
}

/**
 * Renders the record that differs. Records that exist only at the provider have no page to
 * link to, and that of a price is for those who may change it.
 */
function DifferingRecord({ difference }: { difference: CatalogueDifference }) {
  const { t } = useTranslation();
  const may = useMayCall();
  const { kind, id, title, serviceId } = difference;
  const name = `${t(`catalogue.provider.kind.${kind}`)} ${title}`.trim();
  const page = {
    product: `/admin/products/${id}`,
    price: `/admin/products/prices/${id}/edit`,
    coupon: `/admin/coupons/${id}`,
  }[kind];
  return (
    <span className="grid">
      {id && (kind !== 'price' || may('products/updatePrice')) ? (
        <Link to={page} className="underline-offset-4 hover:underline">
          {name}
        </Link>
      ) : (
        name
      )}
      <span className="text-xs font-normal wrap-anywhere text-muted">{serviceId}</span>
    </span>
  );
}
