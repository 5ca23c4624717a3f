import { PageTitle } from '#web/components/page-title.tsx';
import { planName } from '#web/components/plan-name.ts';
import { roleName } from '#web/components/role-name.ts';
import { useSession } from '#web/session/session.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Card } from '#web/ui/card.tsx';
import { DetailsList } from '#web/ui/details-list.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { DemoButtons } from './demo-buttons.tsx';
import { GatedPages } from './gated-pages.tsx';
import { pageGates, type Gate } from './gates.ts';
import { useGateText } from './use-gate-text.ts';

/** Renders a demo page with the member's plan and role and links to the gated pages (R-APP-05). */
export function DemoPage({ title, children }: { title: string; children: string }) {
  const { t } = useTranslation();
  const { tenant, role } = useSession();
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <PageHeader title={title} description={children} />
      <Card title={t('demo.permissions.you')}>
        <DetailsList
          details={[
            { key: 'plan', label: t('app.menu.subscription'), value: planName(t, tenant) },
            { key: 'role', label: t('demo.role'), value: roleName(t, role) },
          ]}
        />
      </Card>
      <div className="grid items-start gap-4 xl:grid-cols-2">
        <DemoButtons />
        <GatedPages />
      </div>
    </>
  );
}

/** Renders a page behind a gate and the requirement of that gate. */
export function GatedPage({ gate }: { gate: Gate }) {
  const { t } = useTranslation();
  const gateText = useGateText();
  return <DemoPage title={t(`demo.pages.${gate}`)}>{gateText(pageGates[gate])}</DemoPage>;
}
