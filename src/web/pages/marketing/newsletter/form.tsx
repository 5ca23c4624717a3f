import { useId } from 'react';
import { useSite } from '#web/layouts/marketing-site.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { controlClass } from '#web/ui/field.tsx';

type Props = {
  /** The email that was refused, to be corrected. */
  refused?: string;
};

/** Asks for the email. `/newsletter` redirects to the service in a new window (R-SITE-04). */
export function NewsletterForm({ refused }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const isRefused = refused !== undefined;
  return (
    <form action="/newsletter" target="_blank" rel="noopener" className="w-full max-w-lg">
      <label htmlFor={id} className="text-sm font-medium">
        {t('site.newsletter.email')}
      </label>
      <div className="mt-1.5 flex flex-wrap gap-3">
        <input
          id={id}
          type="email"
          name="email"
          required
          autoComplete="email"
          defaultValue={refused}
          aria-invalid={isRefused || undefined}
          aria-describedby={`${id}-note`}
          className={`${controlClass} min-h-12 flex-1 basis-64`}
        />
        <Button type="submit" className="min-h-12 px-6">
          {t('site.newsletter.submit')}
        </Button>
      </div>
      <p id={`${id}-note`} className="mt-2 text-sm text-muted">
        {isRefused ? t('site.newsletter.failedHint') : t('site.newsletter.newWindow')}
      </p>
    </form>
  );
}

/** Renders the newsletter section; nothing while no address is configured (R-SITE-04). */
export function Newsletter() {
  const { t } = useTranslation();
  if (!useSite()?.newsletter) return null;
  return (
    <section className="border-t border-line bg-surface">
      <div className="mx-auto grid max-w-6xl items-center gap-x-14 gap-y-8 px-4 py-16 sm:px-6 lg:grid-cols-2 lg:py-20">
        <div>
          <h2 className="text-title font-semibold">{t('site.newsletter.title')}</h2>
          <p className="mt-3 max-w-md text-pretty text-muted">{t('site.newsletter.text')}</p>
        </div>
        <NewsletterForm />
      </div>
    </section>
  );
}
