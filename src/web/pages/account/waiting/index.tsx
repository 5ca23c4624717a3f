import { QueryClientProvider } from '@tanstack/react-query';
import { Suspense } from 'react';
import { redirect, redirectDocument, useSearchParams, Link } from 'react-router';
import { api } from '#web/api/api.ts';
import { clearCredentials } from '#web/api/credentials.ts';
import { loginPath, signedOutPath } from '#web/api/login-path.ts';
import { queryClient } from '#web/api/queries.ts';
import { loadCurrentVisitor } from '#web/pages/account/current-visitor.ts';
import { AccountHead, textLinkClass } from '#web/pages/account/panel.tsx';
import { landingPath } from '#web/session/session.ts';
import { requireOwnDocument, thirdPartyHeaders } from '#web/session/third-party-scripts.ts';
import { useTranslation } from '#web/session/translation.ts';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import type { Route } from './+types/index.ts';
import { Waiting } from './waiting.tsx';

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [requireOwnDocument('stripe')];

export const headers = thirdPartyHeaders('stripe');

/** Keeps the loaded requests when the form of a new organization opens or closes. */
export const shouldRevalidate = () => false;

/**
 * Loads the requests in the browser only: the server can't read the session. Without a request, an organization
 * and a deactivated membership nothing is left but to sign out.
 */
export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const visitor = await loadCurrentVisitor();
  if (!visitor) throw redirect(loginPath(new URL(request.url)));
  if (visitor.tenants.length > 0) throw redirect(landingPath(visitor, null));
  const [requests, deactivated] = await Promise.all([
    api.invitations.getMyRequests(),
    api.members.getDeactivated(),
  ]);
  if (requests.length + deactivated.length > 0) return { visitor, requests, deactivated };
  const path = signedOutPath();
  clearCredentials();
  queryClient.clear();
  throw redirectDocument(path);
}
clientLoader.hydrate = true as const;

export function HydrateFallback() {
  return <Skeleton className="h-64 w-full max-w-md" />;
}

/** Shows a person without an organization which requests to join wait for an answer (R-ONB-09). */
export default function WaitingPage({ loaderData }: Route.ComponentProps) {
  const [query] = useSearchParams();
  return (
    <QueryClientProvider client={queryClient}>
      {query.has('new') ? (
        <OwnOrganization hadTrial={loaderData.visitor.hadTrial} />
      ) : (
        <Waiting {...loaderData} />
      )}
    </QueryClientProvider>
  );
}

const OrganizationCreation = lazyPart(
  async () =>
    (await import('#web/components/organizations/organization-creation.tsx')).OrganizationCreation,
);

/** Creates an organization of a person who belongs to none (R-ONB-09). */
function OwnOrganization({ hadTrial }: { hadTrial: boolean }) {
  const { t } = useTranslation();
  return (
    <div className="flex w-full max-w-2xl flex-col gap-6">
      <div>
        <AccountHead
          title={t('settings.newOrganization.title')}
          text={t('settings.newOrganization.text')}
        />
        <Link to="." className={`mt-3 inline-block text-sm ${textLinkClass}`}>
          {t('onboarding.waiting.back')}
        </Link>
      </div>
      <Suspense fallback={<Skeleton className="h-96 rounded-lg" />}>
        <OrganizationCreation hadTrial={hadTrial} />
      </Suspense>
    </div>
  );
}
