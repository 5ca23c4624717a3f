import { useTranslation } from 'react-i18next';
import { PublicHead } from '#web/components/seo/public-head.tsx';
import { siteContext } from '#web/layouts/marketing-site.ts';
import { visitorContext } from '#web/session/visitor.ts';
import { Banner } from '#web/ui/banner.tsx';
import type { Route } from './+types/index.ts';
import { effectiveDate, policy } from './policy.ts';
import { PolicySection } from './section.tsx';

/** Returns the policy as data of this page, so that no bundle includes its long text. */
export const loader = ({ context }: Route.LoaderArgs) => ({
  policy,
  supportEmail: context.get(siteContext).supportEmail,
  isTranslated: context.get(visitorContext).locale !== 'pt-BR',
});

export const headers = () => ({ 'Cache-Control': 's-maxage=60' });

export const handle = { static: true };

/** Renders the privacy and cookie policy, which is in Portuguese in every language. */
export default function PrivacyPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { policy, supportEmail, isTranslated } = loaderData;
  return (
    <div className="mx-auto max-w-6xl px-4 py-16 sm:px-6 lg:py-24">
      <PublicHead title={t('site.privacy.title')} description={t('site.privacy.description')} />
      {isTranslated && (
        <Banner tone="info" className="mb-10">
          {t('site.privacy.note')}
        </Banner>
      )}
      <div lang="pt-BR">
        <h1 className="max-w-[16ch] text-display font-semibold">
          Política de privacidade e de cookies
        </h1>
        <p className="mt-5 text-lg text-muted">
          Em vigor desde <time dateTime={effectiveDate}>abril de 2021</time>.
        </p>
        <div className="mt-14 grid gap-x-16 gap-y-12 lg:grid-cols-[14rem_minmax(0,1fr)]">
          <nav aria-label="Conteúdo" className="lg:sticky lg:top-24 lg:self-start">
            <ol className="space-y-2.5 text-sm">
              {policy.map(({ id, title }) => (
                <li key={id}>
                  <a href={`#${id}`} className="text-muted hover:text-ink hover:underline">
                    {title}
                  </a>
                </li>
              ))}
            </ol>
          </nav>
          <div className="max-w-[44rem]">
            {policy.map((section) => (
              <PolicySection key={section.id} section={section} />
            ))}
            <p className="mt-4">
              <a
                href={`mailto:${supportEmail}`}
                className="font-semibold text-accent-ink underline underline-offset-4"
              >
                {supportEmail}
              </a>
            </p>
          </div>
        </div>
      </div>
    </div>
  );
}
