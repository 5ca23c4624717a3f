import { LifeBuoy } from 'lucide-react';
import { supportActionList } from '#contract/lists/local.ts';
import type { SupportRecord } from '#contract/support/support.ts';
import { useSupportTexts } from '#web/components/billing/use-support-texts.ts';
import { DateTime } from '#web/components/date-time.tsx';
import { DataList } from '#web/components/lists/data-list.tsx';
import { choicesOf, useLocalList } from '#web/components/lists/use-declared-list.ts';
import { useTranslation } from '#web/session/translation.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';

type Action = SupportRecord['actions'][number];

/** Lists what operators did for an organization, with reason and operator (R-SUP-01). */
export function ActionLog({ actions }: Pick<SupportRecord, 'actions'>) {
  const { t } = useTranslation();
  const describe = useSupportTexts();
  const operatorOf = ({ operator }: Action) => operator ?? t('support.actions.deleted');
  const { state, rows, csv } = useLocalList(actions, supportActionList, {
    scope: 'actions',
    columns: [
      { key: 'what', header: t('support.actions.what'), render: describe },
      {
        key: 'reason',
        header: t('support.actions.reason'),
        render: ({ reason }) => (
          <p className="max-w-prose min-w-48 wrap-anywhere whitespace-pre-line">{reason}</p>
        ),
      },
      { key: 'operator', header: t('support.actions.operator'), render: operatorOf },
      {
        key: 'when',
        header: t('support.actions.when'),
        render: ({ at }) => <DateTime at={at} />,
      },
    ],
    filters: {
      operator: {
        label: t('support.actions.operator'),
        choices: choicesOf([...new Set(actions.map(operatorOf))].toSorted(), (name) => name),
      },
      when: { label: t('support.actions.when') },
    },
    values: {
      what: describe,
      reason: ({ reason }) => reason,
      operator: operatorOf,
      when: ({ at }) => at,
    },
  });
  return (
    <DataList
      name="operator.supportActions"
      caption={t('support.actions.title')}
      hasTitle
      isPanel
      count={actions.length}
      state={state}
      rows={rows}
      csv={csv}
      rowKey={({ id }) => id}
      empty={
        <EmptyState icon={<LifeBuoy aria-hidden />} title={t('support.actions.empty')}>
          {t('support.actions.emptyText')}
        </EmptyState>
      }
    />
  );
}
