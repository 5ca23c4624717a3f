import { useId } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import type { z } from 'zod';
import type { FieldDefinitions } from '#contract/fields.ts';
import { ReadOnlyNotice } from '#web/components/billing/read-only.tsx';
import { SidePanel } from '#web/ui/dialogs/side-panel.tsx';
import type { EntityTexts } from './entity-queries.ts';
import { ComputedField, EntityField } from './field.tsx';
import { EntityFormBody } from './form-body.tsx';
import { EntityFormFooter } from './form-footer.tsx';
import { HistorySection } from './history/history-section.tsx';
import type { RecordHistoryProps } from './history/record-history.tsx';
import { emptyValues, entityResolver, type FormValues } from './input.ts';

/** Form of an entity. */
export type EntityFormConfig<F extends FieldDefinitions, Input> = {
  fields: F;
  schema: z.ZodType<Input>;
  texts: Pick<EntityTexts<keyof F & string>, 'new' | 'edit' | 'fields'> & {
    /** Introductory text of the form. */
    text?: string;
    /** Consequence of deleting, if the record isn't simply removed. */
    removeHint?: string;
  };
  /** Suggested values of text fields; others may be typed. */
  suggestions?: Partial<Record<keyof F, readonly string[]>>;
  /** Initial values of a new record that aren't empty. */
  initial?: FormValues;
  /** Computes the computed fields from the current input. */
  compute?: (values: FormValues) => Partial<Record<keyof F, unknown>>;
};

type Props<F extends FieldDefinitions, Input> = {
  form: EntityFormConfig<F, Input>;
  /** Null for a new record; undefined while it loads. */
  record: object | null | undefined;
  /** True if the record holds the values that a new one begins with. */
  isCopy?: boolean;
  /** True while the organization is read-only; the form then says why. */
  locked?: boolean;
  /** Shows the changes of an existing record. */
  history?: Pick<RecordHistoryProps, 'history' | 'id'>;
  /** Saves; an error is shown and keeps the panel open. */
  onSave: (input: Input) => Promise<void>;
  onRemove: () => Promise<void>;
  onDuplicate?: () => void;
  onClose: () => void;
};

/** Renders the form of a record in a side panel. */
export function EntityPanel<F extends FieldDefinitions, Input extends object>(
  props: Props<F, Input>,
) {
  const { form: config, record, isCopy, locked = false, onSave, onRemove, onDuplicate } = props;
  const { onClose } = props;
  const { fields, schema, texts, suggestions, initial, compute } = config;
  const formId = useId();
  const form = useForm<FormValues, unknown, Input>({
    mode: 'onChange',
    defaultValues: { ...emptyValues(fields), ...initial },
    ...(record && { values: { ...record } }),
    // A refetched record must not overwrite the user's input.
    resetOptions: { keepDirtyValues: true },
    resolver: entityResolver(fields, schema),
  });
  const editing = record !== null && !isCopy;
  const loading = record === undefined;
  return (
    <FormProvider {...form}>
      <SidePanel
        title={editing ? texts.edit : texts.new}
        description={texts.text}
        changed={form.formState.isDirty}
        onClose={onClose}
        footer={
          <EntityFormFooter
            formId={formId}
            loading={loading || locked}
            onClose={onClose}
            {...(editing && { onRemove, removeHint: texts.removeHint })}
            {...(editing && onDuplicate && { onDuplicate })}
          />
        }
      >
        {locked && (
          <div className="pb-5">
            <ReadOnlyNotice />
          </div>
        )}
        <EntityFormBody id={formId} editing={editing} loading={loading || locked} onSave={onSave}>
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
                suggestions={suggestions?.[name]}
                disabled={editing && field.editable === false}
              />
            ),
          )}
        </EntityFormBody>
        {editing && record && props.history && (
          <HistorySection
            {...props.history}
            record={record}
            fields={fields}
            labels={texts.fields}
          />
        )}
      </SidePanel>
    </FormProvider>
  );
}
