import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import type { FieldDefinitions } from '#contract/entities/fields.ts';
import { Failure } from '#contract/errors.ts';
import { useReadOnly } from '#web/components/billing/use-read-only.ts';
import { versionOf } from '#web/components/conflicts/use-entity-conflicts.tsx';
import { UnknownRecord } from '#web/components/unknown-record.tsx';
import { toast } from '#web/ui/toaster.tsx';
import type { EntityQueries, EntityTexts } from './entity-queries.ts';
import { copiedValues } from './input.ts';
import { EntityPanel, type EntityFormConfig } from './panel.tsx';
import { useUndo } from './use-undo.ts';

type Props<F extends FieldDefinitions, Row, Input> = EntityFormConfig<F, Input> & {
  source: EntityQueries<Row, Input>;
  texts: EntityTexts<keyof F & string>;
  /** Address of the list, where it is not that of the parent route. */
  list?: string;
  /** Returns the address of the page that a record has, where the form is not on it. */
  page?: (id: string) => string;
};

/**
 * Renders a record in a side panel: created at `new`, copied at `new?from=id`, edited and deleted at
 * `:id/edit`.
 */
export function EntityForm<
  F extends FieldDefinitions,
  Row extends { id: string },
  Input extends object,
>({ source, list = '..', page, ...form }: Props<F, Row, Input>) {
  const { id } = useParams();
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const readOnly = useReadOnly();
  const shown = id ?? query.get('from');
  const found = useQuery({ ...source.record(shown ?? ''), enabled: shown !== null });
  const offerUndo = useUndo();
  if (found.error && !found.data) return <UnknownRecord error={found.error} />;

  const { texts } = form;
  const editing = id !== undefined;
  // A copy has a draft of its own.
  const name = `${source.name}/${id ?? ['new', ...query.getAll('from')].join('/')}`;
  // The list behind keeps its filters.
  const searchWith = (from: string | undefined) => {
    const next = new URLSearchParams(query);
    next.delete('from');
    if (from !== undefined) next.set('from', from);
    return `?${next}`;
  };
  const close = () => void navigate({ pathname: '..', search: searchWith(undefined) });
  const done = (title: string) => {
    close();
    void toast({ tone: 'success', title });
  };
  const save = async (input: Input, base: object | null) => {
    await (editing ? source.update(id, input, versionOf(base)) : source.create(input));
    return () => done(editing ? texts.updated : texts.created);
  };
  const remove = async () => {
    if (!editing) return;
    await source.remove(id, versionOf(found.data)).catch((error: unknown) => {
      // Deleted already: by the attempt before, whose answer was lost, or by another person.
      if (!(error instanceof Failure && error.code === 'notFound')) throw error;
    });
    void navigate({ pathname: list, search: searchWith(undefined) });
    const { restore } = source;
    offerUndo(texts.removed, 1, restore && (() => restore([id])));
  };
  return (
    <EntityPanel
      // A copy is another form than the one it is made in.
      key={editing ? 'edit' : 'new'}
      form={form}
      record={editing ? found.data : shown === null ? null : copiedValues(form.fields, found.data)}
      isCopy={!editing}
      locked={readOnly !== null}
      {...(editing && page && { page: page(id) })}
      draft={name}
      onSave={save}
      onRemove={remove}
      restorable={source.restore !== undefined}
      {...(editing && source.history && { history: { history: source.history, id } })}
      onDuplicate={() => void navigate({ pathname: `${list}/new`, search: searchWith(id) })}
      onClose={close}
    />
  );
}
