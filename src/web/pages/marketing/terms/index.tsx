import { useTranslation } from 'react-i18next';
import { PublicHead } from '#web/components/seo/public-head.tsx';

export const headers = () => ({ 'Cache-Control': 's-maxage=60' });

export const handle = { static: true };

/** Renders the terms page, which has only a heading so far (R-SITE-01). */
export default function TermsPage() {
  const { t } = useTranslation();
  return (
    <div className="mx-auto max-w-6xl px-4 py-16 sm:px-6 lg:py-24">
      <PublicHead title={t('site.terms.title')} description={t('site.terms.description')} />
      <h1 className="text-display font-semibold [&:lang(hi)]:leading-[1.2] [&:lang(hi)]:tracking-normal">
        {t('site.terms.title')}
      </h1>
    </div>
  );
}
