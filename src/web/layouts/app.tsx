import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Outlet } from 'react-router';
import { queryClient } from '#web/api/queries.ts';
import { signedIn } from '#web/session/guard.ts';
import { openHub } from '#web/session/hub.ts';
import { loadSession, useSession } from '#web/session/session.ts';
import type { Route } from './+types/app.ts';
import { bannersKnown } from './app-banners.ts';
import { AppShell } from './app-shell.tsx';
import { AppSkeleton } from './app-skeleton.tsx';
import { showAppTheme } from './app-theme.ts';

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [signedIn];

/** The skeleton is the same for everybody: the server may keep it. */
export const headers = () => ({ 'Cache-Control': 's-maxage=3600' });

/** The guard runs in the browser alone; until it has, the server's skeleton stands. */
export const clientLoader = async () => {
  const session = await loadSession();
  if (!session) return null;
  showAppTheme(session.tenant);
  await bannersKnown(session);
  return null;
};
clientLoader.hydrate = true as const;

export const HydrateFallback = AppSkeleton;

export default function AppLayout() {
  return (
    <QueryClientProvider client={queryClient}>
      <Realtime />
      <AppShell>
        <Outlet />
      </AppShell>
    </QueryClientProvider>
  );
}

/** What others change shows without a reload. */
function Realtime() {
  const { id } = useSession().tenant;
  useEffect(() => openHub(id), [id]);
  return null;
}
