import { defineEndpoint } from '#sandbox/stripe/api/endpoint.ts';
import { invalidRequest } from '#sandbox/stripe/api/errors.ts';
import { hostedUrl } from '#sandbox/stripe/api/hosted-urls.ts';
import { listPage, paginationParams } from '#sandbox/stripe/api/pagination.ts';
import {
  required,
  stringParam,
  arrayParam,
  booleanParam,
  emptyable,
  enumParam,
  type InferParams,
  mergeMetadata,
  metadata,
  objectParam,
} from '#sandbox/stripe/api/params.ts';
import { newId } from '#sandbox/stripe/store/ids.ts';
import type { PortalSession, PortalConfiguration } from '#sandbox/stripe/store/types.ts';

const url = '/v1/billing_portal/configurations';
const kind = 'billing_portal.configuration';

const switchable = objectParam({ enabled: required(booleanParam) });
const featuresParam = objectParam({
  customer_update: objectParam({
    allowed_updates: emptyable(
      arrayParam(enumParam('address', 'email', 'name', 'phone', 'shipping', 'tax_id')),
    ),
    enabled: booleanParam,
  }),
  invoice_history: switchable,
  payment_method_update: switchable,
  subscription_cancel: objectParam({
    enabled: required(booleanParam),
    mode: enumParam('at_period_end', 'immediately'),
  }),
  subscription_pause: switchable,
  subscription_update: switchable,
});
type FeaturesParam = InferParams<{ features: typeof featuresParam }>['features'];
type Features = PortalConfiguration['features'];

const shared = {
  default_return_url: emptyable(stringParam),
  metadata,
  name: emptyable(stringParam),
};

/** Settings of the portal's page: docs.stripe.com/api/customer_portal/configurations */
const portalConfigurationEndpoints = [
  defineEndpoint('POST', url, {
    params: { ...shared, features: required(featuresParam) },
    async run({ objects, params }) {
      const made: PortalConfiguration = {
        id: newId('bpc'),
        object: kind,
        active: true,
        application: null,
        business_profile: { headline: null, privacy_policy_url: null, terms_of_service_url: null },
        created: objects.now,
        default_return_url: params.default_return_url ?? null,
        features: withFeatures(nothingEnabled, params.features),
        is_default: false,
        livemode: false,
        login_page: { enabled: false, url: null },
        metadata: mergeMetadata({}, params.metadata),
        name: params.name ?? null,
        updated: objects.now,
      };
      await objects.create('billing_portal.configuration.created', made);
      return made;
    },
  }),
  defineEndpoint('GET', url, {
    params: { ...paginationParams, active: booleanParam },
    run: ({ objects, params: { active, ...page } }) =>
      listPage(objects, { kind, url, filter: { contains: { active } } }, page),
  }),
  defineEndpoint('POST', `${url}/:id`, {
    params: { ...shared, active: booleanParam, features: featuresParam },
    async run({ objects, id, params }) {
      const previous = await objects.get(kind, id);
      const updated: PortalConfiguration = {
        ...previous,
        active: params.active ?? previous.active,
        features: withFeatures(previous.features, params.features),
        metadata: mergeMetadata(previous.metadata ?? {}, params.metadata),
        name: params.name === undefined ? previous.name : params.name,
        updated: objects.now,
      };
      await objects.update('billing_portal.configuration.updated', previous, updated);
      return updated;
    },
  }),
];

const nothingEnabled: Features = {
  customer_update: { allowed_updates: [], enabled: false },
  invoice_history: { enabled: false },
  payment_method_update: { enabled: false, payment_method_configuration: null },
  subscription_cancel: {
    cancellation_reason: { enabled: false, feedback_options: null, options: [] },
    enabled: false,
    mode: 'at_period_end',
    proration_behavior: 'none',
  },
  subscription_pause: { duration: { interval_options: [], type: 'indefinite' }, enabled: false },
  subscription_update: {
    billing_cycle_anchor: null,
    default_allowed_updates: [],
    enabled: false,
    proration_behavior: 'none',
    schedule_at_period_end: { conditions: [] },
    trial_update_behavior: 'end_trial',
  },
};

const withFeatures = (previous: Features, sent: FeaturesParam | undefined): Features => ({
  customer_update: {
    allowed_updates:
      sent?.customer_update?.allowed_updates ?? previous.customer_update.allowed_updates,
    enabled: sent?.customer_update?.enabled ?? previous.customer_update.enabled,
  },
  invoice_history: { ...previous.invoice_history, ...sent?.invoice_history },
  payment_method_update: { ...previous.payment_method_update, ...sent?.payment_method_update },
  subscription_cancel: {
    ...previous.subscription_cancel,
    enabled: sent?.subscription_cancel?.enabled ?? previous.subscription_cancel.enabled,
    mode: sent?.subscription_cancel?.mode ?? previous.subscription_cancel.mode,
  },
  subscription_pause: { ...previous.subscription_pause, ...sent?.subscription_pause },
  subscription_update: { ...previous.subscription_update, ...sent?.subscription_update },
});

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
