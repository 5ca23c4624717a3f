import { QueryClientProvider, useMutation, useQuery } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { useSearchParams } from 'react-router';
import { Failure } from '#contract/errors.ts';
import { queryClient } from '#web/api/queries.ts';
import { CardForm } from '#web/components/billing/card-form.tsx';
import { failureText } from '#web/components/errors/failure-text.ts';
import { LanguageMenu } from '#web/components/language-menu.tsx';
import { PageTitle } from '#web/components/page-title.tsx';
import { useAmount } from '#web/pages/sandbox/amounts.ts';
import { getFromSandbox, postToSandbox } from '#web/pages/sandbox/client.ts';
import { InvoicePdf } from '#web/pages/sandbox/payments/invoice-columns.tsx';
import type { SandboxInvoice } from '#web/pages/sandbox/payments/records.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Card } from '#web/ui/card.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import type { Route } from './+types/index.ts';

/** The address alone pays the invoice, so no referrer is sent. */
export const headers = () => ({ 'Referrer-Policy': 'no-referrer' });

/** Renders the provider's page of an invoice, which is not part of the product, with a card form to pay it. */
export default function HostedInvoice({ params: { id } }: Route.ComponentProps) {
  const { t } = useTranslation();
  const [query] = useSearchParams();
  return (
    <QueryClientProvider client={queryClient}>
      <main className="mx-auto flex w-full max-w-md flex-col gap-6 px-5 py-8">
        <PageTitle>{t('sandbox.invoice.title')}</PageTitle>
        <meta name="robots" content="noindex" />
        <div className="flex justify-end">
          <LanguageMenu />
        </div>
        <Invoice id={id} access={`key=${encodeURIComponent(query.get('key') ?? '')}`} />
      </main>
    </QueryClientProvider>
  );
}

type OpenInvoice = SandboxInvoice & { amount_due: number };
type Payment = { id: string; status: string; client_secret: string };

function Invoice({ id, access }: { id: string; access: string }) {
  const { t } = useTranslation();
  const path = `payments/invoices/${encodeURIComponent(id)}`;
  const { data, error, refetch } = useQuery({
    queryKey: ['hosted invoice', id],
    queryFn: async () => (await getFromSandbox(`${path}.json?${access}`)) as OpenInvoice,
    retry: false,
  });
  const pay = useMutation({
    mutationFn: (paymentMethod: string) =>
      postToSandbox(`${path}/pay?${access}`, { paymentMethod }) as Promise<Payment>,
  });
  if (error) {
    const text =
      error instanceof Failure && error.code === 'notFound' ? null : failureText(t, error);
    return (
      <Banner tone="danger" role="alert">
        {text ?? t('sandbox.invoice.unknown')}
      </Banner>
    );
  }
  if (!data) return <Skeleton className="h-64 rounded-lg" />;
  const payWith = async (method: string, intentId?: string) => {
    // The form asks the bank, and calls again with the payment that it has authenticated.
    if (intentId === undefined) {
      const { id: payment, status, client_secret: clientSecret } = await pay.mutateAsync(method);
      if (status === 'requires_action') {
        const params = { clientSecret, intentId: payment };
        throw new Failure('billing.authenticationRequired', { params });
      }
    }
    await refetch();
  };
  return <InvoiceCard invoice={data} onToken={payWith} />;
}

type CardProps = {
  invoice: OpenInvoice;
  onToken: (method: string, intentId?: string) => Promise<void>;
};

function InvoiceCard({ invoice, onToken }: CardProps) {
  const { t } = useTranslation();
  const amount = useAmount()(invoice.amount_due, invoice.currency);
  const name = invoice.customer_name ?? invoice.customer_email ?? '';
  return (
    <Card>
      <h1 className="text-sm text-muted">
        {t('sandbox.invoice.of', { number: invoice.number ?? '', name })}
      </h1>
      <p className="mt-1 mb-6 text-3xl font-semibold tracking-tight text-ink tabular-nums">
        {amount}
      </p>
      {invoice.status === 'open' ? (
        <CardForm label={t('sandbox.invoice.pay', { amount })} onToken={onToken} />
      ) : (
        <div className="grid gap-4">
          <p role="status" className="flex items-center gap-2 text-ink">
            {invoice.status === 'paid' && (
              <CircleCheck aria-hidden className="size-5 text-success" />
            )}
            {invoice.status === 'paid' ? t('sandbox.portal.paid') : t('sandbox.invoice.closed')}
          </p>
          <InvoicePdf invoice={invoice} />
        </div>
      )}
    </Card>
  );
}
