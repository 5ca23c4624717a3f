import type { ParseKeys } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { AuditEntry } from '#contract/audit.ts';
import { auditValue, isSecret } from './audit-value.ts';
import { useFormats } from './use-formats.ts';

const shownAtOnce = 4;

/** What tells most stands first. */
const leading = ['name', 'title', 'description', 'key', 'kind', 'role', 'status', 'reason'];

/** What was before and is after, column by column; long ones unfold. */
export function AuditChanges({ entry }: { entry: AuditEntry }) {
  const { t } = useTranslation();
  const fields = fieldsOf(entry);
  const [first, rest] = [fields.slice(0, shownAtOnce), fields.slice(shownAtOnce)];
  return (
    <div className="grid min-w-0 sm:min-w-56 gap-1 text-sm max-sm:justify-items-end">
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

/** Before and after; of a secret it is told that it changed, and nothing else. */
const sidesOf = ({ before, after }: AuditEntry, field: string) => {
  const sides = [before, after].flatMap((side) => (side && field in side ? [side[field]] : []));
  const secret = sides.find(isSecret);
  return secret === undefined ? sides : [secret];
};

/** Who acts as somebody stands in its own column. */
const toldElsewhere = 'impersonator_id';

const isEmpty = (value: unknown) => value === null || value === undefined || value === '';

/** The columns that say something: what was empty and stays so does not. */
const fieldsOf = ({ before, after }: AuditEntry) => {
  const fields = Object.keys({ ...before, ...after }).filter(
    (field) => field !== toldElsewhere && (!isEmpty(before?.[field]) || !isEmpty(after?.[field])),
  );
  const first = leading.filter((field) => fields.includes(field));
  return [...first, ...fields.filter((field) => !first.includes(field))];
};

function Changes({ entry, fields }: { entry: AuditEntry; fields: readonly string[] }) {
  const { t, i18n } = useTranslation();
  const formats = useFormats();
  const noun = entry.action.split('.')[0] ?? '';
  const nameOf = (field: string) => {
    const key = `audit.field.${field}`;
    return i18n.exists(key) ? t(key as ParseKeys) : field;
  };
  return (
    <ul role="list" className="grid gap-1">
      {fields.map((field) => {
        const textOf = auditValue(t, formats, { noun, field });
        return (
          <li key={field} className="wrap-anywhere">
            <span className="text-muted">{nameOf(field)}: </span>
            {sidesOf(entry, field).map(textOf).join(' → ')}
          </li>
        );
      })}
    </ul>
  );
}
