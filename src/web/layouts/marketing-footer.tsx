import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { BrandSign } from '#web/components/brand.tsx';
import { socialNetworks, type Site } from './marketing-site.ts';

const networkNames = {
  telegram: 'Telegram',
  discord: 'Discord',
  youtube: 'YouTube',
  instagram: 'Instagram',
  twitter: 'Twitter',
};

/** The foot of every public page. */
export function MarketingFooter({ site, year }: { site: Site; year: number }) {
  const { t } = useTranslation();
  const networks = socialNetworks.flatMap((name) => {
    const href = site.social[name];
    return href ? [{ name, href }] : [];
  });
  return (
    <footer className="border-t border-line">
      <div className="mx-auto flex max-w-6xl flex-col gap-8 px-4 py-10 sm:px-6">
        <div className="flex flex-wrap items-start justify-between gap-x-16 gap-y-8">
          <div className="flex max-w-sm gap-4">
            <BrandSign className="size-10 shrink-0" />
            <p className="text-sm text-pretty text-muted">{t('site.footer.text')}</p>
          </div>
          <nav aria-label={t('site.footer.label')}>
            <ul
              role="list"
              className="grid grid-cols-2 gap-x-12 gap-y-3 text-sm sm:flex sm:gap-x-8"
            >
              <li>
                <Link to="/pricing" className={linkClass}>
                  {t('site.nav.pricing')}
                </Link>
              </li>
              <li>
                <a href="/docs" className={linkClass}>
                  {t('site.nav.docs')}
                </a>
              </li>
              <li>
                <Link to="/account/login" className={linkClass}>
                  {t('site.nav.login')}
                </Link>
              </li>
              <li>
                <Link to="/account/register" className={linkClass}>
                  {t('site.nav.register')}
                </Link>
              </li>
              {networks.map(({ name, href }) => (
                <li key={name}>
                  <a href={href} rel="noopener" className={linkClass}>
                    {networkNames[name]}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
        </div>
        <p className="text-sm text-muted">{t('site.footer.rights', { year })}</p>
      </div>
    </footer>
  );
}

const linkClass = 'text-muted transition-colors hover:text-ink hover:underline';
