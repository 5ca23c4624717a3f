import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { organizationParameter } from '#contract/access.ts';
import { grantPages, type WorkingGrant } from '#contract/calls/grants.ts';
import { DateTime } from '#web/components/date-time.tsx';
import { GrantName } from '#web/components/security/grant-name.tsx';
import { SettingsSection } from '#web/components/settings-section.tsx';
import { useSession } from '#web/session/session.ts';
import { grantsQuery } from '#web/session/sessions.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Card } from '#web/ui/card.tsx';

/** Lists what keeps working after a new password, with a link to where it ends (R-ACC-41). */
export function GivenAccess() {
  const { t } = useTranslation();
  const { data, error } = useQuery(grantsQuery);
  if (error && !data) throw error;
  if (!data || data.length === 0) return null;
  return (
    <SettingsSection id="access" title={t('account.grants.title')} text={t('account.grants.text')}>
      <Card>
        <ul role="list" className="-my-4 divide-y divide-line">
          {data.map((grant) => (
            <GrantRow key={grant.id + grant.kind} grant={grant} />
          ))}
        </ul>
      </Card>
    </SettingsSection>
  );
}

function GrantRow({ grant }: { grant: WorkingGrant }) {
  const { t } = useTranslation();
  const { user } = useSession();
  const { kind, name, tenantId, grantedAt } = grant;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-4">
      <div className="min-w-0 flex-1 basis-60">
        <p className="text-sm font-medium wrap-anywhere">
          <GrantName grant={grant} />
        </p>
        <p className="text-sm text-muted">
          <DateTime at={grantedAt} />
        </p>
      </div>
      {user.tenants.some(({ tenant }) => tenant.id === tenantId) && (
        <Link
          to={`/app/settings/organization/${grantPages[kind]}?${organizationParameter}=${tenantId}`}
          aria-label={t('account.grants.reviewNamed', {
            kind: t(`account.grants.kind.${kind}`),
            name,
          })}
          className="text-sm font-semibold text-accent-ink underline-offset-4 hover:underline"
        >
          {t('account.grants.review')}
        </Link>
      )}
    </li>
  );
}
