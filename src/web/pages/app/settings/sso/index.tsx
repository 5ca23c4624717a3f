import { identityTier, Role } from '#contract/access.ts';
import { ReadOnlyNotice } from '#web/components/billing/read-only.tsx';
import { useReadOnly } from '#web/components/billing/use-read-only.ts';
import { PageTitle } from '#web/components/page-title.tsx';
import { SettingsSection } from '#web/components/settings-section.tsx';
import type { RouteHandle } from '#web/layouts/breadcrumb.tsx';
import { requireAccess } from '#web/session/guard.ts';
import { useSession } from '#web/session/session.ts';
import { useTranslation } from '#web/session/translation.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import type { Route } from './+types/index.ts';
import { Domains } from './domains.tsx';
import { IdentityProvider } from './identity-provider.tsx';
import { SignInLog } from './sign-in-log.tsx';

export const handle: RouteHandle = { title: 'sso.title' };

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [
  requireAccess({ role: Role.Owner, tier: identityTier }),
];

/** Renders the verified domains of the organization and its identity provider (R-DOM-01, R-SSO-01). */
export default function SsoSettings() {
  const { t } = useTranslation();
  const { tenant } = useSession();
  const readOnly = useReadOnly();
  return (
    <>
      <PageTitle>{t('sso.title')}</PageTitle>
      <PageHeader title={t('sso.title')} description={t('sso.text', { name: tenant.name })} />
      <ReadOnlyNotice />
      <fieldset disabled={readOnly !== null} className="contents">
        <SettingsSection id="domains" title={t('sso.domains.title')} text={t('sso.domains.text')}>
          <Domains />
        </SettingsSection>
        <IdentityProvider />
      </fieldset>
      <SettingsSection title={t('sso.log.title')} text={t('sso.log.text')}>
        <SignInLog />
      </SettingsSection>
    </>
  );
}
