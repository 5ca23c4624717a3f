import { useMutation, useQueryClient } from '@tanstack/react-query';
import { postToSandbox, getFromSandbox } from '#web/pages/sandbox/client.ts';
import type {
  SandboxInvoice,
  SandboxProduct,
  SandboxSubscription,
} from '#web/pages/sandbox/payments/records.ts';

/** Data of the customer portal. */
export type PortalData = {
  customer: { name: string | null; email: string | null };
  returnUrl: string | null;
  products: SandboxProduct[];
  subscriptions: SandboxSubscription[];
  invoices: SandboxInvoice[];
  card: { brand: string; last4: string; exp_month: number; exp_year: number } | null;
};

const portalPath = (session: string) => `payments/portal/${encodeURIComponent(session)}`;

export const portalQuery = (session: string) => ({
  queryKey: ['portal', session],
  queryFn: async () => (await getFromSandbox(`${portalPath(session)}.json`)) as PortalData,
  retry: false,
});

/** Returns a mutation for an action of the portal; its response replaces the cached data. */
export function usePortalMutation<Body extends object>(session: string, action: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (body: Body) =>
      (await postToSandbox(`${portalPath(session)}/${action}`, body)) as PortalData,
    onSuccess: (view) => queries.setQueryData(portalQuery(session).queryKey, view),
  });
}
