import type { Role } from '#contract/access.ts';
import type { SsoTest } from '#contract/sso/sso.ts';
import { roleName } from '#web/components/role-name.ts';
import { AccountPanel } from '#web/pages/account/panel.tsx';
import { useTranslation } from '#web/session/translation.ts';
import { Banner } from '#web/ui/banner.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import { DetailsList } from '#web/ui/details-list.tsx';

/** Shows what a sign-in with the draft would do, and what the identity provider sent (R-SSO-02). */
export function TestResult({ test }: { test: SsoTest }) {
  const { t } = useTranslation();
  const isGood = test.outcome === 'tested';
  const details = [
    { key: 'reference', label: t('sso.log.reference'), value: test.reference },
    ...(test.email === null ? [] : [{ key: 'email', label: t('sso.log.who'), value: test.email }]),
    ...(test.role === null
      ? []
      : [{ key: 'role', label: t('sso.result.role'), value: roleName(t, test.role as Role) }]),
  ];
  return (
    <AccountPanel title={t('sso.result.title')}>
      <div className="grid gap-6">
        <Banner tone={isGood ? 'success' : 'danger'} role="alert">
          {t(`sso.outcome.${test.outcome}`)}
        </Banner>
        <DetailsList details={details} />
        {test.claims.length > 0 && (
          <div className="grid gap-3">
            <h2 className="font-semibold">{t('sso.result.claims')}</h2>
            <DetailsList
              details={test.claims.map(({ name, value }) => ({
                key: name,
                label: <code className="break-all">{name}</code>,
                value: <code className="break-all">{value}</code>,
              }))}
            />
          </div>
        )}
        {/* A new document: the app has its own theme. */}
        <a href="/app/settings/organization/sso#connection" className={buttonClass('primary')}>
          {t('sso.result.back')}
        </a>
      </div>
    </AccountPanel>
  );
}
