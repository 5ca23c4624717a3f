import { useMutation } from '@tanstack/react-query';
import { PencilLine, Trash2 } from 'lucide-react';
import { Suspense, useState } from 'react';
import type { FieldDefinitions } from '#contract/entities/fields.ts';
import type { ListDeclaration } from '#contract/lists/declaration.ts';
import { maxBulkIds, maxExportIds } from '#contract/lists/limits.ts';
import { useReadOnly } from '#web/components/billing/use-read-only.ts';
import { failureText } from '#web/components/errors/failure-text.ts';
import { ExportButton } from '#web/components/lists/export-button.tsx';
import type { ListState } from '#web/components/lists/use-list-state.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Button } from '#web/ui/button.tsx';
import type { RowSelection } from '#web/ui/data-table/use-row-selection.ts';
import { useDialogs } from '#web/ui/dialogs/dialogs.tsx';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { toast } from '#web/ui/toaster.tsx';
import type { EntityQueries, EntityTexts } from './entity-queries.ts';
import type { FilterSuggestions } from './list-filters.ts';
import { useUndo } from './use-undo.ts';

const BulkChange = lazyPart(async () => (await import('./change-field.tsx')).BulkChange);

type Props<F extends FieldDefinitions, Row, Input> = {
  source: EntityQueries<Row, Input>;
  fields: F;
  list: ListDeclaration;
  texts: EntityTexts<keyof F & string>;
  suggestions?: FilterSuggestions;
  readOnly?: boolean;
  selected: readonly Row[];
  selection: RowSelection;
  state: ListState<Row>;
};

/** Sends the ids in calls of the maximum size, one after the other; returns their replies. */
async function inChunks<R>(
  ids: readonly string[],
  send: (chunk: string[]) => Promise<R>,
  size = maxBulkIds,
) {
  const replies: R[] = [];
  for (let start = 0; start < ids.length; start += size) {
    replies.push(await send(ids.slice(start, start + size)));
  }
  return replies;
}

/** Renders what can be done with the selected records: change a field, export, delete. */
export function EntityBulkActions<F extends FieldDefinitions, Row extends { id: string }, Input>(
  props: Props<F, Row, Input>,
) {
  const { source, fields, list, texts, suggestions = {}, readOnly = false } = props;
  const { selected, selection, state } = props;
  const { t, locale } = useTranslation();
  const dialogs = useDialogs();
  const locked = useReadOnly();
  const { restore } = source;
  const offerUndo = useUndo();
  const [changing, setChanging] = useState<string>();
  const { removeMany, updateMany, exportCsv } = source.calls;
  const ids = selected.map(({ id }) => id);
  const count = ids.length;
  const run = useMutation({
    mutationFn: (work: () => Promise<void>) => work(),
    onError: (error) => void dialogs.error({ text: failureText(t, error) ?? t('errors.internal') }),
    // Also after a failure: earlier calls may have changed records.
    onSettled: source.refresh,
  });
  const remove = async () => {
    const question = {
      title: t('lists.confirmDelete', { count }),
      text: t(restore ? 'common.form.undoHint' : 'common.form.deleteHint'),
      yes: t('common.action.delete'),
      no: t('common.action.cancel'),
      danger: true,
    };
    if (!removeMany || !(await dialogs.confirm(question))) return;
    run.mutate(async () => {
      await inChunks(ids, (chunk) => removeMany({ body: { ids: chunk } }));
      selection.clear();
      document.getElementById('content')?.focus();
      offerUndo(t('lists.deleted', { count }), count, restore && (() => inChunks(ids, restore)));
    });
  };
  const change = async (field: string, value: unknown) => {
    if (!updateMany) return;
    await inChunks(ids, (chunk) =>
      updateMany({ body: { ids: chunk, changes: { [field]: value } } }),
    );
    await source.refresh();
    setChanging(undefined);
    selection.clear();
    void toast({ tone: 'success', title: t('lists.changed', { count }) });
  };
  const labelOf = (field: string) => texts.fields[field as keyof F & string];
  /** Within a sentence. */
  const nameOf = (field: string) => labelOf(field).toLocaleLowerCase(locale);
  const definition = changing === undefined ? undefined : fields[changing];
  const unlessLocked = (act: () => void) => () => (locked ? void locked.explain() : act());
  return (
    <>
      {!readOnly &&
        updateMany &&
        list.bulk?.map((field) => (
          <Button
            key={field}
            size="sm"
            variant="white"
            onClick={unlessLocked(() => setChanging(field))}
          >
            <PencilLine aria-hidden className="size-4" />
            {t('lists.change', { field: nameOf(field) })}
          </Button>
        ))}
      {exportCsv && (
        <ExportButton
          isTool
          size="sm"
          label={t('lists.export')}
          file={source.name}
          load={async (language) => {
            const { sort, descending } = state.query;
            const load = (chunk: string[]) =>
              exportCsv({ query: { sort, descending, ids: chunk, language } });
            const { joinCsv } = await import('#web/components/lists/csv.ts');
            return joinCsv(await inChunks(ids, load, maxExportIds));
          }}
        />
      )}
      {!readOnly && removeMany && (
        <Button
          size="sm"
          variant="danger"
          loading={run.isPending}
          onClick={unlessLocked(() => void remove())}
        >
          <Trash2 aria-hidden className="size-4" />
          {t('common.action.delete')}
        </Button>
      )}
      {changing !== undefined && definition && (
        <Suspense>
          <BulkChange
            title={t('lists.changeTitle', { field: nameOf(changing), count })}
            name={changing}
            field={definition}
            label={labelOf(changing)}
            suggestions={suggestions[changing] ?? []}
            onSave={(value) => change(changing, value)}
            onClose={() => setChanging(undefined)}
          />
        </Suspense>
      )}
    </>
  );
}
