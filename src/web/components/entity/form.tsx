import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate, useParams } from 'react-router';
import type { FieldDefinitions } from '#contract/fields.ts';
import { queryClient } from '#web/api/queries.ts';
import { useReadOnly } from '#web/components/billing/use-read-only.ts';
import { versionOf } from '#web/components/conflicts/use-entity-conflicts.tsx';
import { useQueueUnanswered } from '#web/components/outbox/use-queue-unanswered.ts';
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
  const { t } = useTranslation();
  const { id } = useParams();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const readOnly = useReadOnly();
  const queueUnanswered = useQueueUnanswered();
  const found = useQuery({ ...source.record(id ?? ''), enabled: id !== undefined });
  if (found.error && !found.data) return <UnknownRecord error={found.error} />;

  const { texts, fields } = form;
  const editing = id !== undefined;
  const name = `${source.name}/${id ?? 'new'}`;
  const close = () => void navigate('..');
  const done = (title: string) => {
    close();
    void toast({ tone: 'success', title });
  };
  /** Returns the first text of a record, by which people recognize it. */
  const titleOf = (record: object | undefined) => {
    const text = Object.keys(fields).find((field) => fields[field]?.kind === 'String');
    return text ? String(({ ...record } as Record<string, unknown>)[text] ?? '') : '';
  };
  const queued = (title: string, values: object, base: object | null) => ({
    title,
    subject: titleOf({ ...base, ...values }),
    form: { name, path: pathname, draft: { values: { ...values }, base } },
  });
  const save = async (input: Input, base: object | null) => {
    try {
      await (editing ? source.update(id, input, versionOf(base)) : source.create(input));
      done(editing ? texts.updated : texts.created);
    } catch (error) {
      await queueUnanswered(error, queued(editing ? texts.edit : texts.new, input, base));
      if (editing) {
        // The form shows the change when it is opened again.
        const key = source.record(id).queryKey;
        queryClient.setQueryData<Row>(key, (record) => record && { ...record, ...input });
      }
      close();
    }
  };
  const remove = async () => {
    if (!editing) return;
    try {
      await source.remove(id, versionOf(found.data));
      done(texts.removed);
    } catch (error) {
      await queueUnanswered(error, queued(t('common.action.delete'), {}, found.data ?? null));
      close();
    }
  };
  return (
    <EntityPanel
      form={form}
      record={editing ? found.data : null}
      locked={readOnly !== null}
      draft={name}
      onSave={save}
      onRemove={remove}
      onClose={close}
    />
  );
}
