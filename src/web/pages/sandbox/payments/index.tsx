import { useQuery } from '@tanstack/react-query';
import { CreditCard } from 'lucide-react';
import { failureText } from '#web/components/errors/failure-text.ts';
import { SandboxFrame } from '#web/pages/sandbox/frame.tsx';
import { useTranslation } from '#web/session/translation.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { ClockCard } from './clock.tsx';
import { FaultsCard } from './faults.tsx';
import { RecordTabs } from './record-tabs.tsx';
import { recordsQuery } from './records.ts';
import { WebhooksCard } from './webhooks.tsx';

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
