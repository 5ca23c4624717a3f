import { ErrorPage } from '#web/components/errors/error-page.tsx';
import type { Route } from './+types/app-page.ts';

export { Outlet as default } from 'react-router';

/** Renders a failed page inside the shell, so that the menu stays usable. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />;
}
