import type { ReactNode } from 'react';
import { useSession } from '#web/session/session.ts';
import { FreePlanBanner } from './app-free-plan-banner.tsx';
import { ImpersonationBanner } from './app-impersonation-banner.tsx';
import { PaymentBanner } from './app-payment-banner.tsx';
import { AppSidebar } from './app-sidebar.tsx';
import { TrialBanner } from './app-trial-banner.tsx';
import { Breadcrumb } from './breadcrumb.tsx';
import { Shell } from './shell.tsx';

/** Renders the frame of every page of the app. */
export function AppShell({ children }: { children: ReactNode }) {
  const { tenant } = useSession();
  return (
    <Shell sidebar={<AppSidebar />} title={tenant.name}>
      <ImpersonationBanner />
      <TrialBanner />
      <PaymentBanner />
      <FreePlanBanner />
      <Breadcrumb home="/app/dashboard" homeTitle="app.menu.dashboard" />
      {children}
    </Shell>
  );
}
