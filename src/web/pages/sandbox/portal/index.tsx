import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { ArrowLeft, Link2Off, CreditCard } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { Failure } from '#contract/errors.ts';
import { queryClient } from '#web/api/queries.ts';
import { CardForm } from '#web/components/billing/card-form.tsx';
import { failureText } from '#web/components/errors/failure-text.ts';
import { LanguageMenu } from '#web/components/language-menu.tsx';
import { PageTitle } from '#web/components/page-title.tsx';
import { useTranslation } from '#web/session/translation.ts';
import { Banner } from '#web/ui/banner.tsx';
import { buttonClass, Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Modal } from '#web/ui/dialogs/modal.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { toast } from '#web/ui/toaster.tsx';
import type { Route } from './+types/index.ts';
import { PortalInvoices } from './invoices.tsx';
import { PortalPlan } from './plan.tsx';
import { portalQuery, type PortalData, usePortalMutation } from './portal.ts';

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

/** Renders the customer's name and the link back to the product. */
function PortalHead({ customer, returnUrl }: PortalData) {
  const { t } = useTranslation();
  const name = customer.name ?? customer.email ?? '';
  return (
    <PageHeader
      title={t('sandbox.portal.title')}
      description={t('sandbox.portal.of', { name })}
      above={
        returnUrl && (
          <a href={returnUrl} className="inline-flex items-center gap-1.5 text-sm text-accent-ink">
            <ArrowLeft aria-hidden className="size-4" />
            {t('sandbox.portal.back')}
          </a>
        )
      }
    />
  );
}

/** Reports that the portal session has expired or never existed. */
function PortalExpired() {
  const { t } = useTranslation();
  return (
    <Card>
      <h1 className="sr-only">{t('sandbox.portal.title')}</h1>
      <EmptyState
        icon={<Link2Off aria-hidden />}
        title={t('sandbox.portal.expired')}
        action={
          <Link to="/app/settings/organization/subscription" className={buttonClass()}>
            {t('sandbox.portal.open')}
          </Link>
        }
      >
        {t('sandbox.portal.expiredText')}
      </EmptyState>
    </Card>
  );
}

/** Renders the card on file and the form that replaces it. */
function PortalCard({ session, card }: { session: string; card: PortalData['card'] }) {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  const change = usePortalMutation<{ paymentMethod: string }>(session, 'card');
  const save = async (paymentMethod: string) => {
    await change.mutateAsync({ paymentMethod });
    setIsOpen(false);
    void toast({ tone: 'success', title: t('sandbox.portal.cardSaved') });
  };
  return (
    <Card
      title={t('sandbox.portal.card')}
      actions={
        <Button variant="white" onClick={() => setIsOpen(true)}>
          {card ? t('sandbox.portal.changeCard') : t('sandbox.portal.addCard')}
        </Button>
      }
    >
      {card ? (
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-ink">
          <CreditCard aria-hidden className="size-5 text-muted" />
          {t('sandbox.portal.cardOf', { brand: card.brand.toUpperCase(), last4: card.last4 })}
          <span className="text-sm text-muted">
            {t('sandbox.portal.cardExpires', {
              month: String(card.exp_month).padStart(2, '0'),
              year: String(card.exp_year),
            })}
          </span>
        </p>
      ) : (
        <p className="text-sm text-muted">{t('sandbox.portal.noCard')}</p>
      )}
      {isOpen && (
        <Modal
          title={card ? t('sandbox.portal.changeCard') : t('sandbox.portal.addCard')}
          onClose={() => setIsOpen(false)}
        >
          <CardForm label={t('sandbox.portal.saveCard')} onToken={save} />
        </Modal>
      )}
    </Card>
  );
}
