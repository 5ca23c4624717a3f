import { ArrowLeft, Link2Off } from 'lucide-react';
import { Link } from 'react-router';
import { useTranslation } from '#web/session/translation.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import type { PortalData } from './portal.ts';

/** Renders the customer's name and the link back to the product. */
export function PortalHead({ customer, returnUrl }: PortalData) {
  const { t } = useTranslation();
  const name = customer.name ?? customer.email ?? '';
  return (
    <PageHeader
      title={t('sandbox.portal.title')}
      description={t('sandbox.portal.of', { name })}
      above={
        returnUrl && (
          <a href={returnUrl} className="inline-flex items-center gap-1.5 text-sm text-accent-ink">
            <ArrowLeft aria-hidden className="size-4" />
            {t('sandbox.portal.back')}
          </a>
        )
      }
    />
  );
}

/** Reports that the portal session has expired or never existed. */
export function PortalExpired() {
  const { t } = useTranslation();
  return (
    <Card>
      <h1 className="sr-only">{t('sandbox.portal.title')}</h1>
      <EmptyState
        icon={<Link2Off aria-hidden />}
        title={t('sandbox.portal.expired')}
        action={
          <Link to="/app/settings/organization/subscription" className={buttonClass()}>
            {t('sandbox.portal.open')}
          </Link>
        }
      >
        {t('sandbox.portal.expiredText')}
      </EmptyState>
    </Card>
  );
}
