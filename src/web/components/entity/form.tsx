import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from 'react-router';
import type { FieldDefinitions } from '#contract/fields.ts';
import { useReadOnly } from '#web/components/billing/use-read-only.ts';
import { UnknownRecord } from '#web/components/unknown-record.tsx';
import { toast } from '#web/ui/toaster.tsx';
import type { EntityQueries, EntityTexts } from './entity-queries.ts';
import { EntityPanel, type EntityFormConfig } from './panel.tsx';

type Props<F extends FieldDefinitions, Row, Input> = EntityFormConfig<F, Input> & {
  source: EntityQueries<Row, Input>;
  texts: EntityTexts<keyof F & string>;
};

/** Renders a record in a side panel: created at `new`, edited and deleted at `:id/edit`. */
export function EntityForm<
  F extends FieldDefinitions,
  Row extends { id: string },
  Input extends object,
>({ source, ...form }: Props<F, Row, Input>) {
  const { id } = useParams();
  const navigate = useNavigate();
  const readOnly = useReadOnly();
  const found = useQuery({ ...source.record(id ?? ''), enabled: id !== undefined });
  if (found.error && !found.data) return <UnknownRecord error={found.error} />;

  const { texts } = form;
  const editing = id !== undefined;
  const close = () => void navigate('..');
  const done = (title: string) => {
    close();
    void toast({ tone: 'success', title });
  };
  const save = async (input: Input) => {
    await (editing ? source.update(id, input) : source.create(input));
    done(editing ? texts.updated : texts.created);
  };
  const remove = async () => {
    if (editing) await source.remove(id);
    done(texts.removed);
  };
  return (
    <EntityPanel
      form={form}
      record={editing ? found.data : null}
      locked={readOnly !== null}
      onSave={save}
      onRemove={remove}
      onClose={close}
    />
  );
}
