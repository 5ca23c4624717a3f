import { Menu as MenuIcon } from 'lucide-react';
import { Link, NavLink } from 'react-router';
import { BrandLink } from '#web/components/brand.tsx';
import { useTranslation } from '#web/session/translation.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Menu, MenuItem, MenuSection } from '#web/ui/menu/menu.tsx';
import { MarketingLanguages } from './marketing-languages.tsx';
import type { Site } from './marketing-site.ts';
import { ColorMenu, ThemeToggle } from './marketing-theme.tsx';

const pages = ['product', 'pricing', 'blog'] as const;

/** Returns the links to pages outside of the site, which need a full page load. */
function useOutsideLinks({ community, donation }: Site) {
  const { t } = useTranslation();
  return [
    { href: '/docs', label: t('site.nav.docs') },
    ...(community ? [{ href: community, label: t('site.nav.community') }] : []),
    ...(donation ? [{ href: donation, label: t('site.nav.donate') }] : []),
  ];
}

/** Renders the header of every public page; on a phone its links are behind a button. */
export function MarketingHeader({ site }: { site: Site }) {
  const { t } = useTranslation();
  const outside = useOutsideLinks(site);
  return (
    <header className="sticky top-0 z-30 border-b border-line bg-canvas">
      <div className="mx-auto flex h-16 max-w-6xl items-center gap-2 px-4 sm:px-6">
        <BrandLink to="/" />
        <nav aria-label={t('site.nav.label')} className="ml-4 hidden lg:flex">
          {pages.map((page) => (
            <NavLink key={page} to={`/${page}`} className={linkClass}>
              {t(`site.nav.${page}`)}
            </NavLink>
          ))}
          {outside.map(({ href, label }) => (
            <a key={href} href={href} className={linkClass}>
              {label}
            </a>
          ))}
        </nav>
        <div className="ml-auto flex items-center gap-0.5">
          <MarketingLanguages />
          <ColorMenu />
          <ThemeToggle />
          <Link to="/account/login" className={`${linkClass} ml-1 hidden lg:block`}>
            {t('site.nav.login')}
          </Link>
          <Link to="/account/register" className={`${buttonClass()} ml-1 max-sm:hidden`}>
            {t('site.nav.register')}
          </Link>
          <PhoneMenu outside={outside} />
        </div>
      </div>
    </header>
  );
}

const linkClass =
  'rounded-md px-2.5 py-2 text-sm whitespace-nowrap font-medium text-muted transition-colors hover:text-ink aria-[current=page]:text-ink';

function PhoneMenu({ outside }: { outside: { href: string; label: string }[] }) {
  const { t } = useTranslation();
  return (
    <Menu
      label={t('site.nav.label')}
      align="end"
      className="max-h-[80dvh] w-64"
      trigger={(props) => (
        <IconButton {...props} label={t('site.nav.open')} className="lg:hidden">
          <MenuIcon aria-hidden />
        </IconButton>
      )}
    >
      {([...pages, 'contact'] as const).map((page) => (
        <MenuItem key={page} render={<NavLink to={`/${page}`} />}>
          {t(`site.nav.${page}`)}
        </MenuItem>
      ))}
      {outside.map(({ href, label }) => (
        <MenuItem key={href} render={<a href={href} />}>
          {label}
        </MenuItem>
      ))}
      <MenuSection />
      <MenuItem render={<Link to="/account/login" />}>{t('site.nav.login')}</MenuItem>
      <MenuItem render={<Link to="/account/register" />}>{t('site.nav.register')}</MenuItem>
    </Menu>
  );
}
