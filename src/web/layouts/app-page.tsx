import { FailedPage } from '#web/components/failed-page.tsx';
import type { Route } from './+types/app-page.ts';

export { Outlet as default } from 'react-router';

/** A failed page is told inside the shell: the menu still leads elsewhere. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <FailedPage error={error} />;
}
