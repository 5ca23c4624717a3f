import { ListChecks } from 'lucide-react';
import type { ReactNode } from 'react';
import type { FeatureInput } from '#contract/catalogue.ts';
import { numberFieldOf } from '#contract/pricing/computed-features.ts';
import { EntityValue } from '#web/components/entity/value.tsx';
import { usePricingTexts } from '#web/components/pricing/texts.ts';
import { useTranslation } from '#web/session/translation.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Table } from '#web/ui/table.tsx';

type Props<Row> = {
  features: readonly Row[];
  /** Button that adds a row. */
  add: ReactNode;
  renderActions: (row: Row) => ReactNode;
};

/** Lists the features of a product as visitors see them. */
export function FeatureTable<Row extends FeatureInput & { id: string }>(props: Props<Row>) {
  const { features, add, renderActions } = props;
  const { t } = useTranslation();
  return (
    <Table
      caption={t('catalogue.tab.features')}
      rows={features}
      rowKey={({ id }) => id}
      renderActions={renderActions}
      empty={
        <EmptyState
          icon={<ListChecks aria-hidden />}
          title={t('catalogue.feature.empty')}
          action={add}
        >
          {t('catalogue.feature.emptyText')}
        </EmptyState>
      }
      columns={[
        {
          key: 'shown',
          header: t('catalogue.feature.shown'),
          render: (feature) => <ShownFeature feature={feature} />,
        },
        {
          key: 'order',
          header: t('catalogue.feature.field.order'),
          align: 'end',
          render: ({ order }) => order,
        },
        {
          key: 'included',
          header: t('catalogue.feature.field.included'),
          render: ({ included }) => <EntityValue kind="Bool" value={included} />,
        },
      ]}
    />
  );
}

function ShownFeature({ feature }: { feature: FeatureInput }) {
  const { t } = useTranslation();
  const texts = usePricingTexts();
  const field = numberFieldOf(feature);
  return (
    <>
      {texts.feature(feature)}
      {field && (
        <span className="block text-xs text-muted">
          {t('catalogue.feature.computed', { field: t(`catalogue.field.${field}`) })}
        </span>
      )}
    </>
  );
}
