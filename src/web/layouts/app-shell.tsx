import { Suspense, type ReactNode } from 'react';
import { useSession } from '#web/session/session.ts';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { loadImpersonationBanner } from './app-banners.ts';
import { FreePlanBanner } from './app-free-plan-banner.tsx';
import { PaymentBanner } from './app-payment-banner.tsx';
import { AppSidebar } from './app-sidebar.tsx';
import { TrialBanner } from './app-trial-banner.tsx';
import { Breadcrumb } from './breadcrumb.tsx';
import { Shell } from './shell.tsx';

// For operators only: its code is loaded with the data of the banners.
const ImpersonationBanner = lazyPart(loadImpersonationBanner);

const home = { title: 'app.menu.dashboard', pathname: '/app/dashboard' } as const;

const sections = [
  { title: 'app.menu.settings', pathname: '/app/settings' },
  { title: 'common.menu.organization', pathname: '/app/settings/organization' },
] as const;

/** Renders the frame of every page of the app. */
export function AppShell({ children }: { children: ReactNode }) {
  const { tenant, user } = useSession();
  const { impersonatedBy } = user;
  return (
    <Shell sidebar={<AppSidebar />} title={tenant.name}>
      <Suspense>{impersonatedBy && <ImpersonationBanner operator={impersonatedBy} />}</Suspense>
      <TrialBanner />
      <PaymentBanner />
      <FreePlanBanner />
      <Breadcrumb home={home} sections={sections} />
      {children}
    </Shell>
  );
}
