import { defineEndpoint } from '#sandbox/stripe/api/endpoint.ts';
import { invalidRequest } from '#sandbox/stripe/api/errors.ts';
import { hostedUrl } from '#sandbox/stripe/api/hosted-urls.ts';
import { required, stringParam } from '#sandbox/stripe/api/params.ts';
import { newId } from '#sandbox/stripe/store/ids.ts';
import type { PortalSession } from '#sandbox/stripe/store/types.ts';
import { portalConfigurationEndpoints } from './configurations.ts';

export const portalEndpoints = [
  ...portalConfigurationEndpoints,
  defineEndpoint('POST', '/v1/billing_portal/sessions', {
    params: {
      configuration: stringParam,
      customer: required(stringParam),
      return_url: stringParam,
      locale: stringParam,
    },
    async run({
      objects,
      params: { configuration, customer, return_url: returnUrl = null, locale },
    }) {
      await objects.get('customer', customer, 'customer');
      // A new account has no default configuration until it is saved in the dashboard.
      if (configuration === undefined) throw invalidRequest(noConfiguration);
      await objects.get('billing_portal.configuration', configuration, 'configuration');
      assertUrl(returnUrl);
      const id = newId('bps');
      const session: PortalSession = {
        id,
        object: 'billing_portal.session',
        configuration,
        created: objects.now,
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
      await objects.create('billing_portal.session.created', session);
      return session;
    },
  }),
];

const noConfiguration =
  'No configuration provided and your test mode default configuration has not been created. Provide a ' +
  'configuration or create your default by saving your customer portal settings in test mode.';

function assertUrl(url: string | null) {
  if (url === null || /^https?:$/.test(URL.parse(url)?.protocol ?? '')) return;
  throw invalidRequest('Not a valid URL', 'return_url', 'url_invalid');
}
