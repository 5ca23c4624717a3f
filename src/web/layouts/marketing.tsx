import { Outlet } from 'react-router';
import { useTranslation } from '#web/session/translation.ts';
import { parseThemeCookie, applyTheme } from '#web/theme/theme.ts';
import type { Route } from './+types/marketing.ts';
import { MarketingFooter } from './marketing-footer.tsx';
import { MarketingHeader } from './marketing-header.tsx';
import { siteContext } from './marketing-site.ts';

export const loader = ({ context }: Route.LoaderArgs) => ({
  site: context.get(siteContext),
  year: new Date().getUTCFullYear(),
});

/** Restores the visitor's theme of the site when they come from the app. */
export function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  applyTheme(parseThemeCookie(document.cookie));
  return serverLoader();
}

/** The settings of the site don't change between pages. */
export const shouldRevalidate = () => false;

/** Renders the frame of every public page. */
export default function MarketingLayout({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { site, year } = loaderData;
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#content"
        className="sr-only z-50 rounded-md bg-accent px-4 py-2 text-on-accent focus:not-sr-only focus:fixed focus:top-3 focus:left-3"
      >
        {t('common.skipToContent')}
      </a>
      <MarketingHeader site={site} />
      <main id="content" tabIndex={-1} className="flex-1 outline-none">
        <Outlet />
      </main>
      <MarketingFooter site={site} year={year} />
    </div>
  );
}
