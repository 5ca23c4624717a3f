import { useMutation, useQueryClient } from '@tanstack/react-query';
import { openDoor, readDoor } from '#web/pages/sandbox/ask.ts';
import type { Invoice, Product, Subscription } from '#web/pages/sandbox/payments/records.ts';

/** Data of the customer portal. */
export type PortalView = {
  customer: { name: string | null; email: string | null };
  returnUrl: string | null;
  products: Product[];
  subscriptions: Subscription[];
  invoices: Invoice[];
  card: { brand: string; last4: string; exp_month: number; exp_year: number } | null;
};

const doorOf = (session: string) => `payments/portal/${encodeURIComponent(session)}`;

export const portalQuery = (session: string) => ({
  queryKey: ['portal', session],
  queryFn: async () => (await readDoor(`${doorOf(session)}.json`)) as PortalView,
  retry: false,
});

/** Returns a mutation for an action of the portal; its response replaces the cached data. */
export const usePortal = <Body extends object>(session: string, action: string) => {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (body: Body) =>
      (await openDoor(`${doorOf(session)}/${action}`, body)) as PortalView,
    onSuccess: (view) => queries.setQueryData(portalQuery(session).queryKey, view),
  });
};
