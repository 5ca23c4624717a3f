import { ExternalLink } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { fromMinor } from '#contract/money.ts';
import type { CurrentSubscription } from '#contract/subscriptions.ts';
import { useFormats } from '#web/components/use-formats.ts';
import { Card } from '#web/ui/card.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Table } from '#web/ui/table.tsx';

type Invoice = CurrentSubscription['invoices'][number];

/** What was charged; nothing while nothing was. */
export function Invoices({ invoices }: { invoices: readonly Invoice[] }) {
  const { t } = useTranslation();
  const formats = useFormats();
  if (invoices.length === 0) return null;
  return (
    <Card title={t('app.subscription.invoices')}>
      <div className="-mx-5 -mb-5">
        <Table
          caption={t('app.subscription.invoices')}
          rows={invoices}
          rowKey={({ id }) => id}
          empty={null}
          columns={[
            {
              key: 'date',
              header: t('app.subscription.date'),
              render: ({ created }) => formats.date(created, 'short'),
            },
            {
              key: 'number',
              header: t('app.subscription.number'),
              render: ({ number }) => number ?? '–',
            },
            {
              key: 'total',
              header: t('app.subscription.total'),
              align: 'end',
              render: ({ total, currency }) => formats.money(fromMinor(total), currency),
            },
          ]}
          renderActions={({ invoicePdf }) =>
            invoicePdf && (
              <IconButton
                label={t('app.subscription.invoicePdf')}
                render={<a href={invoicePdf} target="_blank" rel="noreferrer" />}
              >
                <ExternalLink aria-hidden />
              </IconButton>
            )
          }
        />
      </div>
    </Card>
  );
}
