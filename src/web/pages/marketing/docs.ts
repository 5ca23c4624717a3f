import { redirectDocument } from 'react-router';
import { siteContext } from '#web/layouts/marketing-site.ts';
import type { Route } from './+types/docs.ts';

/** Redirects to the configured documentation, or to the API reference (R-SITE-03). */
export const loader = ({ context }: Route.LoaderArgs) =>
  redirectDocument(context.get(siteContext).docs ?? '/api/docs');
