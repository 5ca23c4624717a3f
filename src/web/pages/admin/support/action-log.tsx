import { LifeBuoy } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { SupportRecord } from '#contract/support/support.ts';
import { useSupportTexts } from '#web/components/billing/use-support-texts.ts';
import { DateTime } from '#web/components/date-time.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Table } from '#web/ui/table.tsx';

/** Lists what operators did for an organization, with reason and operator (R-SUP-01). */
export function ActionLog({ actions }: Pick<SupportRecord, 'actions'>) {
  const { t } = useTranslation();
  const describe = useSupportTexts();
  return (
    <Card title={t('support.actions.title')} flush>
      <Table
        caption={t('support.actions.title')}
        rows={actions}
        rowKey={({ id }) => id}
        empty={
          <EmptyState icon={<LifeBuoy aria-hidden />} title={t('support.actions.empty')}>
            {t('support.actions.emptyText')}
          </EmptyState>
        }
        columns={[
          { key: 'what', header: t('support.actions.what'), render: describe },
          {
            key: 'reason',
            header: t('support.actions.reason'),
            render: ({ reason }) => (
              <p className="max-w-prose min-w-48 wrap-anywhere whitespace-pre-line">{reason}</p>
            ),
          },
          {
            key: 'operator',
            header: t('support.actions.operator'),
            render: ({ operator }) => operator ?? t('support.actions.deleted'),
          },
          {
            key: 'when',
            header: t('support.actions.when'),
            render: ({ at }) => <DateTime at={at} />,
          },
        ]}
      />
    </Card>
  );
}
