import { auditActions, type AuditAction } from '#contract/audit-actions.ts';
import type { AuditEntry } from '#contract/audit.ts';
import type { Translate } from '#locales/translation.ts';
import { DateTime } from '#web/components/date-time.tsx';
import type { ListColumn } from '#web/components/lists/use-list-state.ts';
import { useAmounts } from '#web/components/use-amounts.ts';
import { useFormats } from '#web/components/use-formats.ts';
import { useTranslation } from '#web/session/translation.ts';
import { actionName, fieldName, formatAuditValue, isSecret } from './value.ts';

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
    wide: true,
    render: (entry) => <AuditChanges entry={entry} />,
  },
];

const isKnown = (action: string): action is AuditAction =>
  (auditActions as readonly string[]).includes(action);

function ActionCell({ entry: { action, person, actor } }: { entry: AuditEntry }) {
  const { t } = useTranslation();
  return (
    <span className="grid min-w-0 sm:min-w-36 gap-0.5">
      {isKnown(action) ? actionName(t, action) : action}
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

const collapsedCount = 4;

/** Columns in the order of their relevance; the others follow. */
const leadingFields = ['name', 'title', 'description', 'key', 'kind', 'role', 'status', 'reason'];

/** Renders the values before and after, by column; long lists can be expanded. */
function AuditChanges({ entry }: { entry: AuditEntry }) {
  const { t } = useTranslation();
  const fields = fieldsOf(entry);
  const [first, rest] = [fields.slice(0, collapsedCount), fields.slice(collapsedCount)];
  return (
    <div className="grid min-w-0 sm:min-w-56 gap-1 text-sm">
      <Changes entry={entry} fields={first} />
      {rest.length > 0 && (
        <details>
          <summary className="cursor-pointer text-muted hover:text-ink">
            {t('audit.more', { count: rest.length })}
          </summary>
          <Changes entry={entry} fields={rest} />
        </details>
      )}
    </div>
  );
}

/** Returns the values before and after; of a secret only that it changed. */
function valuesOf({ before, after }: AuditEntry, field: string) {
  const sides = [before, after].flatMap((side) => (side && field in side ? [side[field]] : []));
  const secret = sides.find(isSecret);
  return secret === undefined ? sides : [secret];
}

/** The impersonator has its own column in the table. */
const separateColumn = 'impersonator_id';

/** Columns that are false in almost every record. */
const rarelyTrue = ['sample', 'granted'];

/** Returns true if a value says nothing, like that a transaction is no sample. */
const isEmpty = (field: string, value: unknown) =>
  value === null ||
  value === undefined ||
  value === '' ||
  (rarelyTrue.includes(field) && value === false);

/** Returns the columns to show: those that stay empty are left out. */
function fieldsOf({ before, after }: AuditEntry) {
  const fields = Object.keys({ ...before, ...after }).filter(
    (field) =>
      field !== separateColumn &&
      (!isEmpty(field, before?.[field]) || !isEmpty(field, after?.[field])),
  );
  const first = leadingFields.filter((field) => fields.includes(field));
  return [...first, ...fields.filter((field) => !first.includes(field))];
}

function Changes({ entry, fields }: { entry: AuditEntry; fields: readonly string[] }) {
  const { t } = useTranslation();
  const formats = { ...useFormats(), ...useAmounts() };
  const noun = entry.action.split('.')[0] ?? '';
  return (
    <ul role="list" className="grid gap-1">
      {fields.map((field) => {
        const textOf = formatAuditValue(t, formats, { noun, field });
        return (
          <li key={field} className="wrap-anywhere">
            <span className="text-muted">{fieldName(t, { noun, field })}: </span>
            {valuesOf(entry, field).map(textOf).join(' → ')}
          </li>
        );
      })}
    </ul>
  );
}
