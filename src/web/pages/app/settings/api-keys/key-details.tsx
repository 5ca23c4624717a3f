import type { ApiKey } from '#contract/api-keys/api-keys.ts';
import { DateTime } from '#web/components/date-time.tsx';
import { roleName } from '#web/components/role-name.ts';
import { useFormats } from '#web/components/use-formats.ts';
import { useTranslation } from '#web/session/translation.ts';
import { useScopeText } from './scope-fields.tsx';

/** Renders what a key may do, who created it, and when it was used. */
export function KeyDetails({ apiKey }: { apiKey: ApiKey }) {
  const { t } = useTranslation();
  const { date } = useFormats();
  const scopeText = useScopeText();
  const { role, scopes, createdBy, expiresAt, formerUntil, lastUsedAt } = apiKey;
  return (
    <div className="mt-1 grid gap-1 text-sm text-muted">
      <p className="text-pretty">
        {roleName(t, role)}: {scopes.map((scope) => scopeText(scope)).join(', ')}
      </p>
      <p>
        {createdBy && `${t('provisioning.keys.createdBy', { name: createdBy.name })} · `}
        {expiresAt
          ? t('provisioning.keys.expires', { date: date(expiresAt, 'short') })
          : t('provisioning.keys.never')}
        {' · '}
        {lastUsedAt ? (
          <>
            {t('provisioning.keys.lastUsed')} <DateTime at={lastUsedAt} />
          </>
        ) : (
          t('provisioning.keys.neverUsed')
        )}
      </p>
      {formerUntil && (
        <p>
          {t('provisioning.keys.formerUntil')} <DateTime at={formerUntil} />
        </p>
      )}
    </div>
  );
}
