import { useInfiniteQuery } from '@tanstack/react-query';
import { useFormContext, type UseFormReturn } from 'react-hook-form';
import type { FieldDefinitions } from '#contract/entities/fields.ts';
import type { RecordChange } from '#contract/history/calls.ts';
import { DateTime } from '#web/components/date-time.tsx';
import type { EntityQueries } from '#web/components/entity/entity-queries.ts';
import type { FormValues } from '#web/components/entity/input.ts';
import { EntityValue } from '#web/components/entity/value.tsx';
import { failureText } from '#web/components/errors/failure-text.ts';
import { LoadMore } from '#web/components/lists/load-more.tsx';
import { useTranslation } from '#web/session/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { changedFields, valuesAfter } from './values.ts';

export type RecordHistoryProps = {
  history: NonNullable<EntityQueries<object, object>['history']>;
  id: string;
  /** Present values of the record. */
  record: object;
  fields: FieldDefinitions;
  labels: Readonly<Record<string, string>>;
};

/** Scrolls the section up once its changes have made it longer. */
const bringUp = (list: HTMLElement | null) => list?.closest('details')?.scrollIntoView();

/** Renders the changes of a record, newest first; the form can be filled with the values of an earlier one. */
export function RecordHistory({ history, id, record, fields, labels }: RecordHistoryProps) {
  const { t } = useTranslation();
  const list = useInfiniteQuery(history(id));
  // Null outside of a form.
  const form = useFormContext<FormValues>() as UseFormReturn<FormValues> | null;
  if (list.error && !list.data) {
    return <p className="text-sm text-danger-ink">{failureText(t, list.error)}</p>;
  }
  if (!list.data) return <Skeleton className="h-24 w-full" />;
  const changes = list.data.pages.flatMap(({ items }) => items);
  if (changes.length === 0) return <p className="text-sm text-muted">{t('lists.history.none')}</p>;
  const fill = (index: number) => {
    const values = valuesAfter(fields, { ...record }, changes.slice(0, index));
    for (const [name, value] of Object.entries(values)) {
      form?.setValue(name, value, { shouldDirty: true, shouldValidate: true });
    }
    form?.setFocus(Object.keys(values)[0] ?? '');
  };
  return (
    <>
      <ol ref={bringUp} role="list" className="grid gap-4">
        {changes.map((change, index) => (
          <li key={change.id} className="grid gap-1 border-l-2 border-line pl-4 text-sm">
            <Heading change={change} isRestored={index < changes.length - 1} />
            <Changes change={change} fields={fields} labels={labels} />
            {form && index > 0 && change.after && (
              <div>
                <Button size="sm" variant="white" onClick={() => fill(index)}>
                  {t('lists.history.fill')}
                </Button>
              </div>
            )}
          </li>
        ))}
      </ol>
      <LoadMore list={list} />
    </>
  );
}

const verbOf = ({ action }: RecordChange) => action.split('.')[1];

/** Renders who made a change, on whose behalf, and when. */
function Heading({ change, isRestored }: { change: RecordChange; isRestored: boolean }) {
  const { t } = useTranslation();
  const nameOf = (person: RecordChange['actor']) => person && (person.name || person.email);
  const { actor, impersonator, at } = change;
  const verb = verbOf(change);
  const did = verb === 'created' && isRestored ? 'restored' : verb;
  return (
    <p className="flex flex-wrap items-baseline gap-x-2">
      <span className="font-semibold">
        {did === 'created' || did === 'removed' || did === 'restored'
          ? t(`lists.history.${did}`)
          : t('lists.history.changed')}
      </span>
      <span className="wrap-anywhere">{nameOf(impersonator ?? actor)}</span>
      {impersonator && actor && (
        <span className="text-warning-ink">
          {t('lists.history.onBehalf', { person: nameOf(actor) })}
        </span>
      )}
      <span className="text-muted">
        <DateTime at={at} />
      </span>
    </p>
  );
}

type ChangesProps = Pick<RecordHistoryProps, 'fields' | 'labels'> & { change: RecordChange };

/** Renders the fields of a change with their values before and after. */
function Changes({ change, fields, labels }: ChangesProps) {
  const { t } = useTranslation();
  const empty = <span className="text-muted">{t('lists.history.empty')}</span>;
  return (
    <ul role="list" className="grid gap-0.5">
      {changedFields(fields, change).map(({ name, kind, old, now }) => (
        <li key={name} className="flex flex-wrap items-center gap-x-1.5 wrap-anywhere">
          <span className="text-muted">{labels[name]}:</span>
          {change.before && (old === null ? empty : <EntityValue kind={kind} value={old} />)}
          {change.before && change.after && <span aria-hidden>→</span>}
          {change.before && change.after && (
            <span className="sr-only">{t('lists.history.to')}</span>
          )}
          {change.after && (now === null ? empty : <EntityValue kind={kind} value={now} />)}
        </li>
      ))}
    </ul>
  );
}
