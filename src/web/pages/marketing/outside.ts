import { redirectDocument } from 'react-router';
import { siteContext } from '#web/layouts/marketing-site.ts';
import type { Route } from './+types/outside.ts';

/**
 * Redirects `/doacao`, `/pix` and `/suporte-pago` to their configured addresses, or to `/contact`
 * (R-SITE-03).
 */
export function loader({ request, context }: Route.LoaderArgs) {
  const { donation, paidSupport } = context.get(siteContext);
  const { pathname } = new URL(request.url);
  return redirectDocument((pathname === '/suporte-pago' ? paidSupport : donation) ?? '/contact');
}
