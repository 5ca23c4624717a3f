import { ownSupportActionList } from '#contract/lists/local.ts';
import type { SupportAction } from '#contract/support/actions.ts';
import { useSupportTexts } from '#web/components/billing/use-support-texts.ts';
import { DateTime } from '#web/components/date-time.tsx';
import { DataList } from '#web/components/lists/data-list.tsx';
import { useLocalList } from '#web/components/lists/use-declared-list.ts';
import { useTranslation } from '#web/session/translation.ts';

/** Lists what operators did for the organization, and why; nothing if they did nothing (R-SUP-01). */
export function OwnSupportActions({ actions }: { actions: readonly SupportAction[] }) {
  const { t } = useTranslation();
  const describe = useSupportTexts();
  const { state, rows, csv } = useLocalList(actions, ownSupportActionList, {
    scope: 'support',
    columns: [
      { key: 'what', header: t('support.actions.what'), render: describe },
      {
        key: 'reason',
        header: t('support.actions.reason'),
        render: ({ reason }) => (
          <p className="max-w-prose wrap-anywhere whitespace-pre-line">{reason}</p>
        ),
      },
      {
        key: 'when',
        header: t('support.actions.when'),
        render: ({ at }) => <DateTime day at={at} />,
      },
    ],
    filters: { when: { label: t('support.actions.when') } },
    values: { what: describe, reason: ({ reason }) => reason, when: ({ at }) => at },
  });
  if (actions.length === 0) return null;
  return (
    <DataList
      name="supportActions"
      caption={t('support.actions.ownTitle')}
      description={t('support.actions.ownText')}
      hasTitle
      isPanel
      count={actions.length}
      state={state}
      rows={rows}
      csv={csv}
      rowKey={({ id }) => id}
      empty={null}
    />
  );
}
