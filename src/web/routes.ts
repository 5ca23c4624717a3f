import { index, layout, prefix, route, type RouteConfig } from '@react-router/dev/routes';
import { shortPaths } from '#locales/locales.ts';

/** Every route of the product. */
export default [
  layout('layouts/marketing.tsx', [
    index('pages/marketing/product/index.tsx', { id: 'home' }),
    route('product', 'pages/marketing/product/index.tsx'),
    route('pricing', 'pages/marketing/pricing/index.tsx'),
    route('contact', 'pages/marketing/contact/index.tsx'),
    route('newsletter', 'pages/marketing/newsletter/index.tsx'),
    route('terms/:version?', 'pages/marketing/terms/index.tsx'),
    route('privacy/:version?', 'pages/marketing/privacy/index.tsx'),
    route('blog', 'pages/marketing/blog/list.tsx'),
    route('blog/:slug', 'pages/marketing/blog/detail.tsx'),
  ]),
  route('feed.xml', 'pages/marketing/feed.ts'),
  route('sitemap.xml', 'pages/marketing/sitemap.ts'),
  route('robots.txt', 'pages/marketing/robots.ts'),
  route('downloads/session/:edition', 'pages/marketing/session-download.ts'),
  route('downloads/*', 'pages/marketing/missing-download.ts'),
  route('site.webmanifest', 'pages/marketing/manifest.ts'),
  route('docs', 'pages/marketing/docs.ts'),
  ...['doacao', 'pix', 'suporte-pago'].map((name) =>
    route(name, 'pages/marketing/outside.ts', { id: `outside-${name}` }),
  ),
  route('lang/:lang', 'pages/marketing/language.ts'),
  ...Object.keys(shortPaths).map((name) =>
    route(name, 'pages/marketing/language.ts', { id: `language-${name}` }),
  ),
  layout('layouts/account.tsx', [
    route('account/forgot', 'pages/account/forgot/index.tsx'),
    route('account/reset', 'pages/account/reset/index.tsx'),
    route('account/operator', 'pages/account/operator/index.tsx'),
    route('unsubscribe', 'pages/account/unsubscribe/index.tsx'),
    route('account/acceptance', 'pages/account/acceptance/index.tsx'),
    route('account/waiting', 'pages/account/waiting/index.tsx'),
    layout('layouts/account-signed-out.tsx', [
      route('account/login', 'pages/account/login/index.tsx'),
      route('account/register/:coupon?', 'pages/account/register/index.tsx'),
      route('account/verify', 'pages/account/verify/index.tsx'),
    ]),
  ]),
  layout('pages/account/organization-theme.tsx', [
    layout('layouts/account.tsx', { id: 'account of an organization' }, [
      route('invitation', 'pages/account/invitation/index.tsx'),
      route('invite/:link', 'pages/account/invite/index.tsx'),
    ]),
  ]),
  route('app/offline', 'pages/app/offline/index.tsx'),
  layout('layouts/app.tsx', [
    layout('layouts/app-page.tsx', [
      ...prefix('app', [
        index('pages/app/index.tsx'),
        route('dashboard', 'pages/app/dashboard/index.tsx'),
        route('dashboard/charts', 'pages/app/dashboard/charts.tsx'),
        route('unauthorized', 'pages/app/unauthorized/index.tsx'),
        route('transactions', 'pages/app/transactions/list.tsx', [
          route('new', 'pages/app/transactions/form.tsx', { id: 'new transaction' }),
          route(':id/edit', 'pages/app/transactions/form.tsx', { id: 'edit transaction' }),
        ]),
        route('transactions2', 'pages/app/transactions2/list.tsx', [
          route('new', 'pages/app/transactions/form.tsx', { id: 'new transaction2' }),
          route(':id/edit', 'pages/app/transactions/form.tsx', { id: 'edit transaction2' }),
        ]),
        route('resources', 'pages/app/resources/list.tsx'),
        route('permissions', 'pages/app/permissions/index.tsx'),
        ...['starter', 'pro', 'unlimited'].map((plan) =>
          route(`permissions/subscriptions/${plan}`, `pages/app/permissions/${plan}.tsx`),
        ),
        ...['owner', 'admin', 'member'].map((role) =>
          route(`permissions/roles/${role}`, `pages/app/permissions/${role}.tsx`),
        ),
        route('integrations/charts', 'pages/app/integrations/charts.tsx'),
        route('integrations/signalr', 'pages/app/integrations/signalr/index.tsx'),
        ...['standard', 'unlimited', 'enterprise', 'member', 'admin'].map((name) =>
          route(name, `pages/app/placeholders/${name}.tsx`),
        ),
        route('notifications', 'pages/app/notifications/index.tsx'),
        route('organizations/new', 'pages/app/organizations/new/index.tsx'),
        ...prefix('settings', [
          index('pages/app/settings/index.tsx'),
          route('profile', 'pages/app/settings/profile/index.tsx'),
          route('organization', 'pages/app/settings/organization/index.tsx'),
          route('organization/general', 'pages/app/settings/general/index.tsx'),
          route('organization/members', 'pages/app/settings/members/list.tsx', [
            route('new', 'pages/app/settings/members/form.tsx', { id: 'new member' }),
            route('edit/:id', 'pages/app/settings/members/form.tsx', { id: 'edit member' }),
          ]),
          route('organization/subscription', 'pages/app/settings/subscription/index.tsx'),
          route('organization/subscription/billing', 'pages/app/settings/billing/index.tsx'),
          route('organization/audit', 'pages/app/settings/audit/index.tsx'),
        ]),
      ]),
    ]),
  ]),
  layout('layouts/admin.tsx', [
    layout('layouts/app-page.tsx', { id: 'page of the portal' }, [
      ...prefix('admin', [
        index('pages/admin/index.tsx'),
        route('dashboard', 'pages/admin/dashboard/index.tsx'),
        route('dashboard/subscriptions', 'pages/admin/dashboard/subscriptions.tsx'),
        route('dashboard/movements', 'pages/admin/dashboard/movements.tsx'),
        route('dashboard/trials', 'pages/admin/dashboard/trials.tsx'),
        route('dashboard/retention', 'pages/admin/dashboard/retention.tsx'),
        route('dashboard/failed-invoices', 'pages/admin/dashboard/failed-invoices.tsx'),
        route('products', 'pages/admin/products/index.tsx', [
          index('pages/admin/products/list.tsx'),
          route('new', 'pages/admin/products/form.tsx'),
          route('provider', 'pages/admin/products/provider.tsx'),
          route('prices/:id/edit', 'pages/admin/products/price-edit.tsx'),
          route(':id/edit', 'pages/admin/products/detail.tsx', { id: 'edit product' }),
          route(':id', 'pages/admin/products/detail.tsx', [
            route('prices/new', 'pages/admin/products/price-new.tsx'),
            route('features/new', 'pages/admin/products/feature.tsx', { id: 'new feature' }),
            route('features/:featureId/edit', 'pages/admin/products/feature.tsx'),
          ]),
        ]),
        route('coupons', 'pages/admin/coupons/index.tsx', [
          index('pages/admin/coupons/list.tsx'),
          route('new', 'pages/admin/coupons/form.tsx'),
          route(':id', 'pages/admin/coupons/detail.tsx'),
        ]),
        route('tenants', 'pages/admin/tenants/list.tsx'),
        route('tenants/:tenantId/support', 'pages/admin/support/index.tsx'),
        route('cancellations', 'pages/admin/cancellations/list.tsx'),
        route('users', 'pages/admin/users/list.tsx'),
        route('users/:tenantId', 'pages/admin/members/list.tsx'),
        route('resources', 'pages/admin/resources/list.tsx', [
          route('new', 'pages/admin/resources/form.tsx', { id: 'new resource' }),
          route(':id/edit', 'pages/admin/resources/form.tsx', { id: 'edit resource' }),
        ]),
        route('announcements', 'pages/admin/announcements/index.tsx', [
          index('pages/admin/announcements/list.tsx'),
          route('new', 'pages/admin/announcements/form.tsx', { id: 'new announcement' }),
          route(':id', 'pages/admin/announcements/form.tsx', { id: 'edit announcement' }),
        ]),
        route('legal/:kind?/:language?', 'pages/admin/legal/index.tsx'),
        route('audit', 'pages/admin/audit/index.tsx'),
        route('events', 'pages/admin/events/list.tsx'),
        route('mails', 'pages/admin/mails/list.tsx'),
        route('operators', 'pages/admin/operators/list.tsx'),
      ]),
    ]),
  ]),
  route('sandbox/mail', 'pages/sandbox/mail.tsx'),
  route('sandbox/payments', 'pages/sandbox/payments/index.tsx'),
  route('sandbox/payments/authenticate', 'pages/sandbox/authenticate/index.tsx'),
  route('sandbox/payments/portal/:session', 'pages/sandbox/portal/index.tsx'),
  // In development only (`npm run dev`): no build includes it.
  ...(import.meta.env.DEV ? [route('gallery', 'pages/gallery/index.tsx')] : []),
  route('*', 'pages/app/unknown.tsx'),
] satisfies RouteConfig;
