import { endpoint } from './endpoint.ts';
import { invalidRequest } from './failure.ts';
import { hostedUrl } from './hosted.ts';
import { newId } from './ids.ts';
import { required, text } from './params.ts';
import type { PortalSession } from './wire.ts';

export const portalSessions = [
  endpoint('POST', '/v1/billing_portal/sessions', {
    params: { customer: required(text), return_url: text, locale: text },
    async run({ ledger, params: { customer, return_url: returnUrl = null, locale } }) {
      await ledger.get('customer', customer, 'customer');
      assertUrl(returnUrl);
      const id = newId('bps');
      const session: PortalSession = {
        id,
        object: 'billing_portal.session',
        configuration: 'bpc_sandbox',
        created: ledger.now,
        customer,
        customer_account: null,
        flow: null,
        livemode: false,
        locale: (locale ?? null) as PortalSession['locale'],
        on_behalf_of: null,
        return_url: returnUrl,
        // The id is the page's only credential: 24 random characters.
        url: hostedUrl(`portal/${id}`),
      };
      await ledger.create('billing_portal.session.created', session);
      return session;
    },
  }),
];

function assertUrl(url: string | null) {
  if (url === null || /^https?:$/.test(URL.parse(url)?.protocol ?? '')) return;
  throw invalidRequest('Not a valid URL', 'return_url', 'url_invalid');
}
