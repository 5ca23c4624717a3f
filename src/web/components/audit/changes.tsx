import type { AuditEntry } from '#contract/audit.ts';
import { useAmounts } from '#web/components/use-amounts.ts';
import { useFormats } from '#web/components/use-formats.ts';
import { useTranslation } from '#web/session/translation.ts';
import { fieldName, formatAuditValue, isSecret } from './value.ts';

const collapsedCount = 4;

/** Columns in the order of their relevance; the others follow. */
const leadingFields = ['name', 'title', 'description', 'key', 'kind', 'role', 'status', 'reason'];

/** Renders the values before and after, by column; long lists can be expanded. */
export function AuditChanges({ entry }: { entry: AuditEntry }) {
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
            <span className="text-muted">{fieldName(t, field)}: </span>
            {valuesOf(entry, field).map(textOf).join(' → ')}
          </li>
        );
      })}
    </ul>
  );
}
