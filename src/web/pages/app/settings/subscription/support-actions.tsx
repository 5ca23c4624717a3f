import { useTranslation } from 'react-i18next';
import type { SupportAction } from '#contract/support/actions.ts';
import { useSupportTexts } from '#web/components/billing/use-support-texts.ts';
import { DateTime } from '#web/components/date-time.tsx';
import { Card } from '#web/ui/card.tsx';
import { Table } from '#web/ui/table.tsx';

/** Lists what operators did for the organization, and why; nothing if they did nothing (R-SUP-01). */
export function OwnSupportActions({ actions }: { actions: readonly SupportAction[] }) {
  const { t } = useTranslation();
  const describe = useSupportTexts();
  if (actions.length === 0) return null;
  return (
    <Card title={t('support.actions.ownTitle')} description={t('support.actions.ownText')} flush>
      <Table
        caption={t('support.actions.ownTitle')}
        rows={actions}
        rowKey={({ id }) => id}
        empty={null}
        columns={[
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
        ]}
      />
    </Card>
  );
}
