import { useQuery } from '@tanstack/react-query';
import { SettingsSection } from '#web/components/settings-section.tsx';
import { useTranslation } from '#web/session/translation.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Activation } from './activation.tsx';
import { ConnectionForm } from './connection-form.tsx';
import { ssoQuery } from './queries.ts';

/** Renders the identity provider: its settings, then the test and the activation (R-SSO-01, R-SSO-02). */
export function IdentityProvider() {
  const { t } = useTranslation();
  const { data, error } = useQuery(ssoQuery());
  if (error && !data) throw error;
  return (
    <>
      <SettingsSection
        id="connection"
        title={t('sso.connection.title')}
        text={t('sso.connection.text')}
      >
        {data ? <ConnectionForm settings={data} /> : <Skeleton className="h-270" />}
      </SettingsSection>
      <SettingsSection title={t('sso.activation.title')} text={t('sso.activation.text')}>
        {data ? <Activation settings={data} /> : <Skeleton className="h-32" />}
      </SettingsSection>
    </>
  );
}
