import { translate } from '#locales/translate.ts';
import { visitorContext } from '#web/session/visitor.ts';
import type { Route } from './+types/manifest.ts';

const icons = [
  { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
  { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
  { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
  { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
];

/** Serves the manifest of the installed app in the language of `?lang=` (R-PWA-01), under the name of the site. */
export function loader({ context }: Route.LoaderArgs) {
  const { locale, organization } = context.get(visitorContext);
  const name = organization?.name ?? translate(locale, 'common.product');
  const manifest = {
    id: '/app/dashboard',
    name,
    short_name: name,
    lang: locale,
    start_url: '/app/dashboard',
    scope: '/',
    display: 'standalone',
    // Until the app knows the theme: the background of the default one.
    background_color: '#0d0f14',
    theme_color: '#0d0f14',
    icons,
    shortcuts: [
      { name: translate(locale, 'app.dashboard.newTransaction'), url: '/app/transactions/new' },
      { name: translate(locale, 'transactions.title'), url: '/app/transactions' },
    ],
  };
  return new Response(JSON.stringify(manifest), {
    headers: { 'Content-Type': 'application/manifest+json; charset=utf-8' },
  });
}
