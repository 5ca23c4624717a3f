import { useQuery } from '@tanstack/react-query';
import { CreditCard, FileText, Users } from 'lucide-react';
import { useSearchParams, Link } from 'react-router';
import { failureText } from '#web/components/errors/failure-text.ts';
import { useFormats } from '#web/components/use-formats.ts';
import { SandboxFrame } from '#web/pages/sandbox/frame.tsx';
import { useTranslation } from '#web/session/translation.ts';
import { Banner } from '#web/ui/banner.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Tabs } from '#web/ui/tabs.tsx';
import { ClockCard } from './clock.tsx';
import { CouponTable } from './coupons.tsx';
import { EventTable } from './events.tsx';
import { FaultsCard } from './faults.tsx';
import { InvoicePdf, useInvoiceColumns } from './invoice-columns.tsx';
import { NewestRecords } from './newest-records.tsx';
import { recordsQuery, type SandboxRecords } from './records.ts';
import { SubscriptionTable } from './subscriptions.tsx';
import { WebhooksCard } from './webhooks.tsx';

function CustomerTable({ customers, subscriptions }: SandboxRecords) {
  const { t } = useTranslation();
  const { date, number } = useFormats();
  const subscribed = Map.groupBy(subscriptions, ({ customer }) => customer);
  return (
    <NewestRecords
      caption={t('sandbox.customers.title')}
      rows={customers}
      columns={[
        {
          key: 'name',
          header: t('sandbox.customers.name'),
          render: ({ name, id }) => name ?? id,
        },
        { key: 'email', header: t('sandbox.customers.email'), render: ({ email }) => email },
        {
          key: 'subscriptions',
          header: t('sandbox.customers.subscriptions'),
          align: 'end',
          render: ({ id }) => number(subscribed.get(id)?.length ?? 0),
        },
        {
          key: 'since',
          header: t('sandbox.customers.since'),
          render: ({ created }) => date(created * 1_000, 'short'),
        },
      ]}
      empty={
        <EmptyState
          icon={<Users aria-hidden />}
          title={t('sandbox.customers.empty')}
          action={
            <Link to="/account/register" className={buttonClass('secondary')}>
              {t('sandbox.customers.register')}
            </Link>
          }
        >
          {t('sandbox.customers.emptyText')}
        </EmptyState>
      }
    />
  );
}

/** Loads nothing on the server: the page reads the sandbox in the browser. */
export const clientLoader = () => null;
clientLoader.hydrate = true as const;

export function HydrateFallback() {
  return (
    <Frame>
      <Loading />
    </Frame>
  );
}

/** Renders the records of the local payment provider and the controls to change them. */
export default function PaymentSandbox() {
  return (
    <Frame>
      <Sandbox />
    </Frame>
  );
}

function Frame({ children }: { children: React.ReactNode }) {
  const { t } = useTranslation();
  return (
    <SandboxFrame title={t('sandbox.title')} text={t('sandbox.text')} wide>
      {children}
    </SandboxFrame>
  );
}

const Loading = () => (
  <>
    <Skeleton className="h-52 rounded-lg" />
    <Skeleton className="h-96 rounded-lg" />
  </>
);

function Sandbox() {
  const { t } = useTranslation();
  const { data: records, error } = useQuery(recordsQuery);
  if (records === undefined) {
    if (!error) return <Loading />;
    return (
      <Banner tone="danger" role="alert">
        {failureText(t, error) ?? t('errors.internal')}
      </Banner>
    );
  }
  if (records === null) {
    return (
      <Card>
        <EmptyState icon={<CreditCard aria-hidden />} title={t('sandbox.unavailable')}>
          {t('sandbox.unavailableText')}
        </EmptyState>
      </Card>
    );
  }
  return (
    <>
      <ClockCard records={records} />
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <RecordTabs records={records} />
        <div className="grid gap-6 sm:grid-cols-2 lg:grid-cols-1">
          <WebhooksCard delivering={records.delivering} />
          <FaultsCard faults={records.faults} />
        </div>
      </div>
    </>
  );
}

function SandboxInvoiceTable({ invoices }: SandboxRecords) {
  const { t } = useTranslation();
  const { number, customer, status, total, date } = useInvoiceColumns();
  return (
    <NewestRecords
      caption={t('sandbox.invoices.title')}
      rows={invoices}
      columns={[number, customer, status, total, date]}
      renderActions={(invoice) => <InvoicePdf invoice={invoice} />}
      empty={
        <EmptyState icon={<FileText aria-hidden />} title={t('sandbox.invoices.empty')}>
          {t('sandbox.customers.emptyText')}
        </EmptyState>
      }
    />
  );
}

const kinds = ['customers', 'subscriptions', 'invoices', 'coupons', 'events'] as const;
const views = {
  customers: CustomerTable,
  subscriptions: SubscriptionTable,
  invoices: SandboxInvoiceTable,
  coupons: CouponTable,
  events: EventTable,
};

/** Renders the provider's records, one tab per kind. */
function RecordTabs({ records }: { records: SandboxRecords }) {
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
