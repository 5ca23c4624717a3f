import { redirectDocument } from 'react-router';
import { siteContext } from '#web/layouts/marketing-site.ts';
import type { Route } from './+types/outside.ts';

/** `/doacao`, `/pix` and `/suporte-pago` lead out of the site; unconfigured ones to us. */
export const loader = ({ request, context }: Route.LoaderArgs) => {
  const { donation, paidSupport } = context.get(siteContext);
  const { pathname } = new URL(request.url);
  return redirectDocument((pathname === '/suporte-pago' ? paidSupport : donation) ?? '/contact');
};
