import { Menu as MenuIcon, Moon, Palette, Sun } from 'lucide-react';
import { useId, useSyncExternalStore } from 'react';
import { Link, NavLink, useLocation } from 'react-router';
import { colors } from '#contract/themes.ts';
import type { Locale } from '#locales/locales.ts';
import { BrandLink } from '#web/components/brand.tsx';
import { LanguageMenu } from '#web/components/language-menu.tsx';
import { useTranslation } from '#web/session/translation.ts';
import { chooseColor, toggleTheme } from '#web/theme/choose-theme.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { ColorPicker } from '#web/ui/color-picker.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Menu, MenuItem, MenuSection } from '#web/ui/menu/menu.tsx';
import type { Site } from './marketing-site.ts';

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

/** Returns the path of this page in another language, which brings its own currency (R-GEN-07). */
function usePathIn() {
  const { pathname, search } = useLocation();
  const query = new URLSearchParams(search);
  query.delete('currency');
  query.delete('lang');
  const to = query.size > 0 ? `${pathname}?${query.toString()}` : pathname;
  return (locale: Locale) => `/lang/${locale}?${new URLSearchParams({ to }).toString()}`;
}

/** Renders the languages as plain links, which work without scripts. */
function MarketingLanguages() {
  return <LanguageMenu pathIn={usePathIn()} />;
}

/**
 * Renders the theme toggle. CSS selects the visible label and icon, because a cached page doesn't
 * know the theme.
 */
function ThemeToggle() {
  const { t } = useTranslation();
  return (
    <button type="button" data-toggle-theme onClick={toggleTheme} className={toggleClass}>
      <span className="in-data-[theme=light]:hidden">
        <Sun aria-hidden />
        <span className="sr-only">{t('common.theme.toLight')}</span>
      </span>
      <span className="hidden in-data-[theme=light]:inline">
        <Moon aria-hidden />
        <span className="sr-only">{t('common.theme.toDark')}</span>
      </span>
    </button>
  );
}

const toggleClass =
  'inline-flex size-9 shrink-0 noscript:hidden cursor-pointer items-center justify-center rounded-md text-muted transition-colors hover:bg-sunken hover:text-ink [&_svg]:size-4.5';

/** Observes the color of the document, which the theme code sets. */
function watchDocument(changed: () => void) {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributeFilter: ['data-color'] });
  return () => observer.disconnect();
}

const useShownColor = () =>
  useSyncExternalStore(
    watchDocument,
    () => document.documentElement.dataset.color ?? '',
    () => '',
  );

/** Renders the 23 colors in a popover. */
function ColorMenu() {
  const { t } = useTranslation();
  const id = useId();
  const shown = useShownColor();
  return (
    <>
      <IconButton label={t('common.theme.color')} popoverTarget={id} className="noscript:hidden">
        <Palette aria-hidden />
      </IconButton>
      <div
        id={id}
        popover="auto"
        data-colors
        className="kit-popover kit-popover-end w-68 rounded-lg border border-line bg-raised p-3 shadow-md"
      >
        <ColorPicker
          label={t('common.theme.color')}
          value={shown}
          swatches={colors.map((value) => ({ value, label: t(`site.color.${value}`) }))}
          onChange={({ target: { value } }) => chooseColor(value)}
        />
      </div>
    </>
  );
}
