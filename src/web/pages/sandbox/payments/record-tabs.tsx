import { useSearchParams } from 'react-router';
import { useTranslation } from '#web/session/translation.ts';
import { Tabs } from '#web/ui/tabs.tsx';
import { CouponTable } from './coupons.tsx';
import { CustomerTable } from './customers.tsx';
import { EventTable } from './events.tsx';
import { SandboxInvoiceTable } from './invoices.tsx';
import type { SandboxRecords } from './records.ts';
import { SubscriptionTable } from './subscriptions.tsx';

const kinds = ['customers', 'subscriptions', 'invoices', 'coupons', 'events'] as const;
const views = {
  customers: CustomerTable,
  subscriptions: SubscriptionTable,
  invoices: SandboxInvoiceTable,
  coupons: CouponTable,
  events: EventTable,
};

/** Renders the provider's records, one tab per kind. */
export function RecordTabs({ records }: { records: SandboxRecords }) {
  const { t } = useTranslation();
  const [query, setQuery] = useSearchParams();
  const tab = query.get('tab');
  const tabs = kinds.map((kind) => {
    const View = views[kind];
    return { value: kind, label: t(`sandbox.${kind}.title`), content: <View {...records} /> };
  });
  return (
    <div className="min-w-0">
      <Tabs
        label={t('sandbox.records')}
        tabs={tabs}
        value={kinds.find((kind) => kind === tab) ?? kinds[0]}
        onChange={(tab) => setQuery({ tab }, { replace: true, preventScrollReset: true })}
      />
    </div>
  );
}
