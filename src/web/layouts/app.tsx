import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Outlet, useLocation } from 'react-router';
import { storeTenantId } from '#web/api/credentials.ts';
import { queryClient } from '#web/api/queries.ts';
import { useBillingTime } from '#web/components/billing/billing-time.ts';
import {
  requireAcceptance,
  requireEntryAccess,
  requireSession,
  suspendedPath,
} from '#web/session/guard.ts';
import { loadSession, nameOrganization, useSession } from '#web/session/session.ts';
import { useTranslation } from '#web/session/translation.ts';
import type { Route } from './+types/app.ts';
import { loadAnnouncementsWithPage, loadBannerData } from './app-banners.ts';
import { appMenu } from './app-menu.ts';
import { AppShell } from './app-shell.tsx';
import { AppSkeleton } from './app-skeleton.tsx';
import { applyAppTheme } from './app-theme.ts';
import { applySidebarWidth } from './sidebar-width.ts';

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [
  requireSession,
  requireAcceptance,
  requireEntryAccess(appMenu),
  loadAnnouncementsWithPage,
];

/** The skeleton is the same for every visitor, so the server may cache it. */
export const headers = () => ({ 'Cache-Control': 's-maxage=3600' });

/** Runs the guard, in the browser only; the server's skeleton is shown meanwhile. */
export async function clientLoader() {
  const session = await loadSession();
  if (!session) return null;
  applyAppTheme(session.tenant);
  applySidebarWidth();
  await loadBannerData(session);
  return null;
}
clientLoader.hydrate = true as const;

export const HydrateFallback = AppSkeleton;

export default function AppLayout() {
  const { t } = useTranslation();
  const { key } = useLocation();
  // Its code is loaded only if a redirect left a notice, which is rare.
  useEffect(() => {
    if (!document.cookie.includes('notice=')) return;
    void import('./show-notice.ts').then(({ showNotice }) => showNotice(t), ignore);
  }, [key, t]);
  return (
    <QueryClientProvider client={queryClient}>
      <Realtime />
      <AppShell>
        <Outlet />
      </AppShell>
    </QueryClientProvider>
  );
}

/**
 * Keeps the hub connected, so that changes of other members and of the provider appear without a
 * reload, and refreshes the subscription at its dates.
 */
function Realtime() {
  const session = useSession();
  const { tenant, product } = session;
  const { id, suspension } = tenant;
  useEffect(() => {
    const use = () => {
      storeTenantId(id);
      nameOrganization(session, false);
    };
    const leave = () => nameOrganization(session, true);
    const over = new AbortController();
    window.addEventListener('focus', use, over);
    window.addEventListener('blur', leave, over);
    return () => over.abort();
  }, [id, session]);
  useEffect(() => {
    if (suspension) window.location.assign(suspendedPath);
  }, [suspension]);
  useBillingTime(
    product,
    () => void loadHub().then(({ invalidateTopics }) => invalidateTopics(['subscription']), ignore),
  );
  useEffect(() => {
    const connected = loadHub().then(({ connectHub }) => connectHub(id), ignore);
    return () => void connected.then((disconnect) => disconnect?.());
  }, [id]);
  return null;
}

const ignore = () => undefined;

/** Loads the hub's client after the page, which does not need it to appear. */
const loadHub = () => import('#web/session/hub.ts');
