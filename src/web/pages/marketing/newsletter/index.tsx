import { data, redirect, redirectDocument } from 'react-router';
import { z } from 'zod';
import { PageTitle } from '#web/components/page-title.tsx';
import { siteContext } from '#web/layouts/marketing-site.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Banner } from '#web/ui/banner.tsx';
import type { Route } from './+types/index.ts';
import { NewsletterForm } from './form.tsx';

/**
 * Redirects to the newsletter service with the email appended. An invalid email is answered with
 * 400 and the form (R-SITE-04).
 */
export function loader({ request, context }: Route.LoaderArgs) {
  const { newsletter } = context.get(siteContext);
  if (!newsletter) return redirect('/product');
  const email = new URL(request.url).searchParams.get('email')?.trim() ?? '';
  return z.email().safeParse(email).success
    ? redirectDocument(newsletter + encodeURIComponent(email))
    : data({ refused: email }, { status: 400 });
}

export const headers = () => ({ 'Referrer-Policy': 'no-referrer' });

export const handle = { static: true };

/** Asks for a valid email after a refused one. */
export default function NewsletterPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation();
  return (
    <div className="mx-auto max-w-2xl px-4 py-20 sm:px-6">
      <PageTitle>{t('site.newsletter.title')}</PageTitle>
      <meta name="robots" content="noindex" />
      <h1 className="text-title font-semibold">{t('site.newsletter.title')}</h1>
      <Banner tone="danger" role="alert" className="mt-6 mb-8">
        {t('site.newsletter.failed')}
      </Banner>
      <NewsletterForm refused={loaderData.refused} />
    </div>
  );
}
