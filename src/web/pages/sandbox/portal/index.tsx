import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { Failure } from '#contract/errors.ts';
import { queryClient } from '#web/api/queries.ts';
import { failureText } from '#web/components/errors/failure-text.ts';
import { LanguageMenu } from '#web/components/language-menu.tsx';
import { PageTitle } from '#web/components/page-title.tsx';
import { useTranslation } from '#web/session/translation.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import type { Route } from './+types/index.ts';
import { PortalCard } from './card.tsx';
import { PortalExpired, PortalHead } from './head.tsx';
import { PortalInvoices } from './invoices.tsx';
import { PortalPlan } from './plan.tsx';
import { portalQuery } from './portal.ts';

/** The address alone grants access to the portal, so no referrer is sent. */
export const headers = () => ({ 'Referrer-Policy': 'no-referrer' });

/** Loads nothing on the server: the page reads the portal in the browser. */
export const clientLoader = () => null;
clientLoader.hydrate = true as const;

export function HydrateFallback() {
  return (
    <Frame>
      <Loading />
    </Frame>
  );
}

/** Renders the provider's customer portal, which is not part of the product (R-SUB-18). */
export default function BillingPortal({ params: { session } }: Route.ComponentProps) {
  return (
    <QueryClientProvider client={queryClient}>
      <Frame>
        <Portal session={session} />
      </Frame>
    </QueryClientProvider>
  );
}

function Frame({ children }: { children: React.ReactNode }) {
  const { t } = useTranslation();
  return (
    <main className="mx-auto flex w-full max-w-3xl flex-col gap-6 px-5 py-8">
      <PageTitle>{t('sandbox.portal.title')}</PageTitle>
      <div className="flex justify-end">
        <LanguageMenu />
      </div>
      {children}
    </main>
  );
}

const Loading = () => (
  <>
    <Skeleton className="h-16 rounded-lg" />
    <Skeleton className="h-40 rounded-lg" />
    <Skeleton className="h-40 rounded-lg" />
  </>
);

function Portal({ session }: { session: string }) {
  const { t } = useTranslation();
  const { data: view, error } = useQuery(portalQuery(session));
  if (error instanceof Failure && error.code === 'notFound') return <PortalExpired />;
  if (error) {
    return (
      <Banner tone="danger" role="alert">
        {failureText(t, error) ?? t('errors.internal')}
      </Banner>
    );
  }
  if (!view) return <Loading />;
  return (
    <>
      <PortalHead {...view} />
      <PortalPlan session={session} products={view.products} subscriptions={view.subscriptions} />
      <PortalCard session={session} card={view.card} />
      <PortalInvoices session={session} invoices={view.invoices} />
    </>
  );
}
