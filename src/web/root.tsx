// Must be first: the imports below need the Trusted Types policies.
import './components/trusted-types.ts';
import { use, useLayoutEffect, useRef, type ReactNode } from 'react';
import { Links, Outlet, Scripts, useMatches, useRouteLoaderData, useLocation } from 'react-router';
import type { Route } from './+types/root.ts';
import { ErrorPage } from './components/errors/error-page.tsx';
import { useIsHydrated } from './components/use-is-hydrated.ts';
import { siteContext, type Site } from './layouts/marketing-site.ts';
import { addressMeta, rootMiddleware } from './session/address.ts';
import { SiteScriptContext } from './session/site-script-context.ts';
import { thirdPartiesMeta } from './session/third-party-scripts.ts';
import { useTranslation } from './session/translation.ts';
import './theme/app.css';
import { visitorContext } from './session/visitor.ts';
import latin from './theme/fonts/instrument-sans-latin.woff2?url';
import { defaultTheme, themeAttributes } from './theme/theme.ts';
import { Banner } from './ui/banner.tsx';
import { buttonClass } from './ui/button.tsx';
import { DialogsProvider } from './ui/dialogs/dialogs.tsx';
import { KitTextsProvider } from './ui/kit-texts.tsx';
import { Toaster } from './ui/toaster.tsx';

export function loader({ context }: Route.LoaderArgs) {
  const { theme, origin, organization } = context.get(visitorContext);
  return { theme, origin, organization, site: context.get(siteContext) };
}

export const clientMiddleware: Route.ClientMiddlewareFunction[] = rootMiddleware;

/** The server's data about the visitor is valid until the next full page load. */
export const shouldRevalidate = () => false;

/**
 * `handle = { static: true }` of a route: its page works without React in the browser, with the script of the
 * site or without any.
 */
type Handle = { panel?: true; static?: true | 'without script' } | undefined;
const handleOf = ({ handle }: { handle: unknown }) => handle as Handle;

/**
 * Returns whether and how a page is static. Only a full page load can be static: where React already runs, it
 * continues.
 */
function useIsStatic() {
  const matches = useMatches();
  return import.meta.env.SSR && matches.map((match) => handleOf(match)?.static).find(Boolean);
}

const helpersOf = ({ stripePublishableKey, googleClientId }: Site) =>
  [stripePublishableKey && 'stripe', googleClientId && 'google'].filter(Boolean).join(' ');

export function Layout({ children }: { children: ReactNode }) {
  const { locale, textsOf } = useTranslation();
  const isStatic = useIsStatic();
  const siteScript = use(SiteScriptContext);
  const visitor = useRouteLoaderData<typeof loader>('root');
  return (
    <html lang={locale} {...themeAttributes(visitor?.theme ?? defaultTheme)}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        {visitor && <meta name={thirdPartiesMeta} content={helpersOf(visitor.site)} />}
        {visitor?.organization && <meta name={addressMeta} content={visitor.organization.name} />}
        <link rel="preload" href={latin} as="font" type="font/woff2" crossOrigin="anonymous" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href={`/site.webmanifest?lang=${locale}`} />
        <Links />
        {isStatic === true && <script type="module" src={siteScript} />}
      </head>
      <body>
        <KitTextsProvider texts={textsOf('common.kit')}>
          <DialogsProvider>{children}</DialogsProvider>
          <Toaster />
        </KitTextsProvider>
        {!isStatic && <SlowLoadNotice />}
        {!isStatic && <Scripts />}
      </body>
    </html>
  );
}

/**
 * Returns the path of the page without its panel: opening a panel must not count as a navigation.
 */
const usePagePath = () => useMatches().findLast((match) => !handleOf(match)?.panel)?.pathname;

/**
 * Scrolls to the top with each navigation, unless the address names a section (R-APP-09): before the page is
 * shown, so that none of its buttons moves while it is pressed. A page that
 * the browser loaded stays where it is: it may have been scrolled before its scripts were there, and a button of it may be
 * pressed right now.
 */
function useScrollReset() {
  const page = usePagePath();
  const loaded = useRef<string | null>(page ?? null);
  useLayoutEffect(() => {
    if (loaded.current === page) return;
    loaded.current = null;
    if (!window.location.hash) window.scrollTo(0, 0);
  }, [page]);
}

export default function Root() {
  useScrollReset();
  return <Outlet />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <main className="grid min-h-dvh place-items-center p-6">
      <ErrorPage error={error} />
    </main>
  );
}

/**
 * Offers another try when a page isn't ready ten seconds after it was sent, for example because one
 * of its scripts failed. The style sheet shows it, so that it needs no script itself.
 */
function SlowLoadNotice() {
  const { t } = useTranslation();
  const { pathname, search } = useLocation();
  if (useIsHydrated()) return null;
  return (
    <div
      data-slow-load
      className="fixed inset-x-4 bottom-4 z-50 mx-auto max-w-lg rounded-lg bg-surface shadow-lg transition-[visibility,opacity] delay-10000 starting:invisible starting:opacity-0"
    >
      <Banner
        tone="warning"
        title={t('common.failure.slow')}
        action={
          <a href={`${pathname}${search}`} className={buttonClass('white', 'sm')}>
            {t('common.action.retry')}
          </a>
        }
      />
    </div>
  );
}
