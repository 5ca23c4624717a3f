import { redirectDocument } from 'react-router';
import { siteContext } from '#web/layouts/marketing-site.ts';
import type { Route } from './+types/docs.ts';

/** The documentation: the configured one, else the reference of our calls. */
export const loader = ({ context }: Route.LoaderArgs) =>
  redirectDocument(context.get(siteContext).docs ?? '/api/docs');
