import { ErrorPage } from '#web/components/errors/error-page.tsx';
import { loadPageTexts } from '#web/session/page-texts-middleware.ts';
import type { Route } from './+types/app-page.ts';

export { Outlet as default } from 'react-router';

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [loadPageTexts];

/** Renders a failed page inside the shell, so that the menu stays usable. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />;
}
