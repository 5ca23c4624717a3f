import type { ReactNode } from 'react';
import { Outlet, Link } from 'react-router';
import { BrandLogo } from '#web/components/brand.tsx';
import { useTranslation } from '#web/session/translation.ts';
import { parseThemeCookie, applyTheme } from '#web/theme/theme.ts';
import type { Route } from './+types/marketing.ts';
import { MarketingHeader } from './marketing-header.tsx';
import { siteContext, socialLinks, type Site } from './marketing-site.ts';

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

/** Renders the footer of every public page. */
function MarketingFooter({ site, year }: { site: Site; year: number }) {
  const { t } = useTranslation();
  return (
    <footer className="border-t border-line">
      <div className="mx-auto max-w-6xl px-4 pt-10 pb-8 sm:pt-14 sm:pb-10 sm:px-6">
        <div className="grid gap-x-16 gap-y-10 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
          <div className="flex max-w-sm items-start gap-4">
            <BrandLogo className="size-10 shrink-0" />
            <p className="text-pretty text-muted">{t('site.footer.text')}</p>
          </div>
          <FooterLinks site={site} />
        </div>
        <p className="mt-8 border-t sm:mt-12 border-line pt-6 text-sm text-muted">
          {t('site.footer.rights', { year })}
        </p>
      </div>
    </footer>
  );
}

/** Renders the links of the site and the social networks. */
function FooterLinks({ site }: { site: Site }) {
  const { t } = useTranslation();
  const networks = socialLinks(site);
  return (
    <nav
      aria-label={t('site.footer.label')}
      className="grid grid-cols-2 gap-x-8 gap-y-6 text-sm sm:gap-y-8 sm:grid-cols-4"
    >
      <Column>
        <Link to="/product">{t('site.nav.product')}</Link>
        <Link to="/pricing">{t('site.nav.pricing')}</Link>
        <Link to="/blog">{t('site.nav.blog')}</Link>
        <Link to="/changelog">{t('evidence.changelog.title')}</Link>
      </Column>
      <Column>
        <a href="/docs">{t('site.nav.docs')}</a>
        <Link to="/contact">{t('site.nav.contact')}</Link>
        <Link to="/account/login">{t('site.nav.login')}</Link>
        <Link to="/account/register">{t('site.nav.register')}</Link>
      </Column>
      <Column>
        <Link to="/status">{t('evidence.status.title')}</Link>
        <Link to="/terms">{t('site.footer.terms')}</Link>
        <Link to="/privacy">{t('site.footer.privacy')}</Link>
      </Column>
      {networks.length > 0 && (
        <Column>
          {networks.map(({ name, title, href }) => (
            <a key={name} href={href} rel="noopener">
              {title}
            </a>
          ))}
        </Column>
      )}
    </nav>
  );
}

function Column({ children }: { children: ReactNode[] }) {
  return (
    <ul
      role="list"
      className="space-y-3 [&_a]:text-muted [&_a]:transition-colors [&_a]:hover:text-ink [&_a]:hover:underline"
    >
      {children.map((link, index) => (
        <li key={index}>{link}</li>
      ))}
    </ul>
  );
}
