import { auditActions, type AuditAction } from '#contract/audit-actions.ts';
import type { AuditEntry } from '#contract/audit.ts';
import type { Translate } from '#locales/translation.ts';
import { DateTime } from '#web/components/date-time.tsx';
import type { ListColumn } from '#web/components/lists/use-list-state.ts';
import { useTranslation } from '#web/session/translation.ts';
import { AuditChanges } from './changes.tsx';

/**
 * Returns the columns of the audit log: action, actor and impersonator, time, values before and after. `more`
 * are inserted before the last.
 */
export const auditColumns = <Entry extends AuditEntry>(
  t: Translate,
  more: readonly ListColumn<Entry>[] = [],
): ListColumn<Entry>[] => [
  { key: 'what', header: t('audit.what'), render: (entry) => <ActionCell entry={entry} /> },
  { key: 'who', header: t('audit.who'), render: (entry) => <ActorCell entry={entry} /> },
  { key: 'when', header: t('audit.when'), render: ({ at }) => <DateTime at={at} /> },
  ...more,
  {
    key: 'details',
    header: t('audit.details'),
    render: (entry) => <AuditChanges entry={entry} />,
  },
];

const isKnown = (action: string): action is AuditAction =>
  (auditActions as readonly string[]).includes(action);

function ActionCell({ entry: { action, person, actor } }: { entry: AuditEntry }) {
  const { t } = useTranslation();
  return (
    <span className="grid min-w-0 sm:min-w-36 gap-0.5">
      {isKnown(action) ? t(`audit.did.${action}`) : action}
      {person && person.id !== actor?.id && (
        <span className="text-sm font-normal wrap-anywhere text-muted">
          {t('audit.about', { person: nameOf(t, person) })}
        </span>
      )}
    </span>
  );
}

function ActorCell({ entry: { actor, impersonator, service } }: { entry: AuditEntry }) {
  const { t } = useTranslation();
  const who = impersonator ?? actor;
  if (!who && service) return <span className="wrap-anywhere">{service}</span>;
  if (!who) return <span className="text-muted">{t('audit.noPerson')}</span>;
  const name = nameOf(t, who);
  return (
    <span className="grid min-w-0 sm:min-w-52 gap-0.5 wrap-anywhere">
      <span>{name}</span>
      {who.email && who.email !== name && <span className="text-sm text-muted">{who.email}</span>}
      {impersonator && actor && (
        <span className="text-sm font-medium text-warning-ink">
          {t('audit.onBehalf', { person: nameOf(t, actor) })}
        </span>
      )}
    </span>
  );
}

/** Returns a person's name; of a deleted account only the end of its id is left. */
const nameOf = (t: Translate, { id, name, email }: NonNullable<AuditEntry['actor']>) =>
  name || email || t('audit.gone', { id: id.slice(-8) });
