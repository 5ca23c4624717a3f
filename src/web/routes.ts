import { index, layout, prefix, route, type RouteConfig } from '@react-router/dev/routes';

/** The site map: every address of the product. */
export default [
  layout('layouts/account.tsx', [
    layout('layouts/account-signed-out.tsx', [
      // login, register, verify, reset
    ]),
  ]),
  layout('layouts/app.tsx', [
    ...prefix('app', [
      index('pages/app/index.tsx'),
      route('dashboard', 'pages/app/dashboard/index.tsx'),
      route('unauthorized', 'pages/app/unauthorized/index.tsx'),
    ]),
  ]),
  route('sandbox/mail', 'pages/sandbox/mail.tsx'),
  route('*', 'pages/app/unknown.tsx'),
] satisfies RouteConfig;
