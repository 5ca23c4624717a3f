import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { Navigate, useNavigate, useParams } from 'react-router';
import type { z } from 'zod';
import type { Fields } from '#contract/fields.ts';
import { SidePanel } from '#web/ui/side-panel.tsx';
import { toast } from '#web/ui/toaster.tsx';
import { ComputedField, EntityField } from './entity-field.tsx';
import { EntityFormBody } from './entity-form-body.tsx';
import { EntityFormFooter } from './entity-form-footer.tsx';
import { emptyValues, resolverOf, type FormValues } from './entity-input.ts';
import type { Entity, EntityTexts } from './entity.ts';

type Props<F extends Fields, Row, Input> = {
  source: Entity<Row, Input>;
  fields: F;
  schema: z.ZodType<Input>;
  texts: EntityTexts<keyof F & string>;
  /** The computed fields, from what is typed so far. */
  compute?: (values: FormValues) => Partial<Record<keyof F, unknown>>;
};

/** A record in a side panel: added at `new`, changed and deleted at `:id/edit`. */
export function EntityForm<F extends Fields, Row extends { id: string }, Input extends object>({
  source,
  fields,
  schema,
  texts,
  compute,
}: Props<F, Row, Input>) {
  const { id } = useParams();
  const navigate = useNavigate();
  const formId = useId();
  const record = useQuery({ ...source.record(id ?? ''), enabled: id !== undefined });
  const form = useForm<FormValues, unknown, Input>({
    mode: 'onChange',
    defaultValues: emptyValues(fields),
    ...(record.data && { values: { ...record.data } }),
    // A fresh copy of the record never overwrites what is being typed.
    resetOptions: { keepDirtyValues: true },
    resolver: resolverOf(fields, schema),
  });
  if (record.error && !record.data) return <Navigate to=".." replace />;

  const editing = id !== undefined;
  const loading = editing && !record.data;
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
    <FormProvider {...form}>
      <SidePanel
        title={editing ? texts.edit : texts.new}
        changed={form.formState.isDirty}
        onClose={close}
        footer={
          <EntityFormFooter
            formId={formId}
            loading={loading}
            onClose={close}
            {...(editing && { onRemove: remove })}
          />
        }
      >
        <EntityFormBody id={formId} editing={editing} loading={loading} onSave={save}>
          {Object.entries(fields).map(([name, field]) =>
            field.computed ? (
              <ComputedField
                key={name}
                field={field}
                label={texts.fields[name as keyof F & string]}
                compute={(values) => compute?.(values)[name]}
              />
            ) : (
              <EntityField
                key={name}
                name={name}
                field={field}
                label={texts.fields[name as keyof F & string]}
                disabled={editing && field.editable === false}
              />
            ),
          )}
        </EntityFormBody>
      </SidePanel>
    </FormProvider>
  );
}
