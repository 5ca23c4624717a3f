import { PublicHead } from '#web/components/seo/public-head.tsx';
import { siteContext, socialLinks, type Site } from '#web/layouts/marketing-site.ts';
import { useTranslation } from '#web/session/translation.ts';
import type { Route } from './+types/index.ts';
import { ContactForm } from './form.tsx';

export const loader = ({ context }: Route.LoaderArgs) => ({ site: context.get(siteContext) });

export const headers = () => ({ 'Cache-Control': 's-maxage=60' });

export const handle = { static: true };

/** Renders the contact form, the support email and the social networks (R-SITE-05). */
export default function ContactPage({ loaderData: { site } }: Route.ComponentProps) {
  const { t } = useTranslation();
  return (
    <div className="mx-auto grid max-w-6xl gap-x-16 gap-y-12 px-4 py-16 sm:px-6 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)] lg:py-24">
      <PublicHead title={t('site.contact.title')} description={t('site.contact.description')} />
      <div>
        <h1 className="text-display font-semibold">{t('site.contact.title')}</h1>
        <p className="mt-5 max-w-md text-lg text-pretty text-muted">{t('site.contact.text')}</p>
        <Ways site={site} />
      </div>
      <ContactForm target={site.contact} supportEmail={site.supportEmail} />
    </div>
  );
}

/** Lists the ways to get in touch without the form. */
function Ways({ site }: { site: Site }) {
  const { t } = useTranslation();
  const networks = socialLinks(site);
  return (
    <dl className="mt-10 border-t border-line">
      <div className={rowClass}>
        <dt className="text-sm text-muted">{t('site.contact.support')}</dt>
        <dd className="mt-1 font-semibold">
          <a href={`mailto:${site.supportEmail}`} className={linkClass}>
            {site.supportEmail}
          </a>
        </dd>
      </div>
      {networks.length > 0 && (
        <div className={rowClass}>
          <dt className="text-sm text-muted">{t('site.contact.networks')}</dt>
          <dd className="mt-1 flex flex-wrap gap-x-5 gap-y-2 font-semibold">
            {networks.map(({ name, title, href }) => (
              <a key={name} href={href} rel="noopener" className={linkClass}>
                {title}
              </a>
            ))}
          </dd>
        </div>
      )}
    </dl>
  );
}

const rowClass = 'border-b border-line py-4';
const linkClass = 'break-words underline underline-offset-4 hover:text-accent-ink';
