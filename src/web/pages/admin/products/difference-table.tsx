import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { CatalogueDifference } from '#contract/catalogue.ts';
import { useMayCall } from '#web/session/operator.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Table } from '#web/ui/table.tsx';

type Props = { differences: CatalogueDifference[] | undefined; empty: ReactNode };

/** Lists each difference with our value and the provider's. */
export function DifferenceTable({ differences, empty }: Props) {
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
