import { Popover } from '@base-ui/react/popover';
import { useId, useRef } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import type { z } from 'zod';
import { inputSchema } from '#contract/entities/field-schemas.ts';
import type { FieldDefinition, FieldDefinitions } from '#contract/entities/fields.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { useEntityConflicts, versionOf } from '#web/components/conflicts/use-entity-conflicts.tsx';
import { failureText } from '#web/components/errors/failure-text.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { useDialogs } from '#web/ui/dialogs/dialogs.tsx';
import { Modal } from '#web/ui/dialogs/modal.tsx';
import type { EntityQueries, EntityTexts } from './entity-queries.ts';
import { EntityField } from './field.tsx';
import { EntityFormBody } from './form-body.tsx';
import { entityResolver, type FormValues } from './input.ts';
import type { FilterSuggestions } from './list-filters.ts';
import { useUndo } from './use-undo.ts';

type BulkChangeProps = {
  title: string;
  name: string;
  field: FieldDefinition;
  label: string;
  suggestions: readonly string[];
  /** Sets the field in the selected records. */
  onSave: (value: unknown) => Promise<void>;
  onClose: () => void;
};

/** Sets one field of several records. */
export function BulkChange({ title, onClose, ...form }: BulkChangeProps) {
  return (
    <Modal title={title} onClose={onClose}>
      <BulkChangeForm {...form} />
    </Modal>
  );
}

/** Renders the form inside of the dialog, so that a message opens on top of it. */
function BulkChangeForm({
  name,
  field,
  label,
  suggestions,
  onSave,
}: Omit<BulkChangeProps, 'title' | 'onClose'>) {
  const { t } = useTranslation();
  const dialogs = useDialogs();
  const form = useForm<FormValues>({ defaultValues: { [name]: null } });
  const save = form.handleSubmit(async (values) => {
    const value = values[name];
    const isEmpty = value === '' || value === null || value === undefined;
    if (isEmpty && !field.optional) return form.setError(name, { type: 'field.required' });
    try {
      await onSave(isEmpty ? null : value);
    } catch (error) {
      await dialogs.error({ text: failureText(t, error) ?? t('errors.internal') });
    }
  });
  return (
    <FormProvider {...form}>
      <form noValidate className="grid gap-5" onSubmit={(event) => void save(event)}>
        <EntityField {...{ name, field, label, suggestions }} disabled={false} />
        <Button type="submit" loading={form.formState.isSubmitting} className="justify-self-end">
          {t('common.action.save')}
        </Button>
      </form>
    </FormProvider>
  );
}

type CellEditorProps<F extends FieldDefinitions, Row, Input> = {
  source: EntityQueries<Row, Input>;
  fields: F;
  texts: EntityTexts<keyof F & string>;
  suggestions?: FilterSuggestions;
  /** Record as the list shows it, whose version is changed. */
  row: Row;
  name: string;
  /** Cell over which it opens; gets the focus back. */
  opener: HTMLElement;
  onClose: () => void;
};

/**
 * Edits a field of a record over its cell, like the form of the record. Instead of a question before, the toast after it
 * undoes the change. Leaving the field saves it, Escape does not.
 */
export function CellEditor<
  F extends FieldDefinitions,
  Row extends { id: string },
  Input extends object,
>(props: CellEditorProps<F, Row, Input>) {
  const { fields, texts, row, name, suggestions, opener, onClose } = props;
  const { t } = useTranslation();
  const id = useId();
  const popup = useRef<HTMLDivElement>(null);
  const { form, save, settleConflict } = useCellForm(props);
  const { isSubmitting, errors } = form.formState;
  // The rule of another field may refuse the value: an amount is limited, too.
  const [other] = Object.keys(errors).filter((field) => field !== name);
  const field = fields[name];
  const labelOf = (one: string) => texts.fields[one as keyof F & string];
  return (
    <Popover.Root
      open
      onOpenChange={(_open, { reason }) => {
        if (isSubmitting) return;
        if (reason === 'escape-key') onClose();
        else popup.current?.querySelector('form')?.requestSubmit();
      }}
    >
      <Popover.Portal>
        <Popover.Positioner
          anchor={opener}
          align="start"
          sideOffset={({ anchor }) => -anchor.height}
          className="z-40"
        >
          <Popover.Popup
            ref={popup}
            aria-label={texts.edit}
            initialFocus={() => {
              const input = popup.current?.querySelector('input');
              input?.select();
              return input;
            }}
            finalFocus={() => {
              // Saved by a press elsewhere: the person may be typing there by now.
              const at = document.activeElement;
              if (at && at !== document.body && !popup.current?.contains(at)) return false;
              return opener.isConnected ? opener : document.getElementById('content');
            }}
            className="grid w-72 max-w-[calc(100vw-2rem)] gap-3 rounded-lg border border-line bg-raised p-4 text-ink shadow-lg outline-none"
          >
            <FormProvider {...form}>
              <EntityFormBody<Input>
                id={id}
                editing
                isUndoable
                loading={false}
                onSave={(input) => save(input, row)}
                onConflict={settleConflict}
              >
                {field && (
                  <EntityField
                    {...{ name, field }}
                    label={labelOf(name)}
                    suggestions={suggestions?.[name]}
                    disabled={false}
                  />
                )}
              </EntityFormBody>
            </FormProvider>
            <p role="alert" className="text-sm text-danger-ink empty:hidden">
              {other && `${labelOf(other)}: ${t(`errors.${errors[other]?.type as ErrorCode}`)}`}
            </p>
            <Button
              type="submit"
              form={id}
              size="sm"
              loading={isSubmitting}
              className="justify-self-end"
            >
              {t('common.action.save')}
            </Button>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

/** Returns the form of the whole record, of which one field is shown, and how it is saved. */
function useCellForm<F extends FieldDefinitions, Row extends { id: string }, Input extends object>({
  source,
  fields,
  texts,
  row,
  onClose,
}: CellEditorProps<F, Row, Input>) {
  const offerUndo = useUndo();
  const schema = schemaOf<Input>(fields);
  const form = useForm<FormValues, unknown, Input>({
    mode: 'onChange',
    defaultValues: { ...row },
    resolver: entityResolver(fields, schema),
  });
  const { isDirty } = form.formState;
  const save = async (input: Input, base: object) => {
    if (!isDirty) return onClose();
    const former = schema.parse(base);
    const changed = await source.update(row.id, input, versionOf(base));
    onClose();
    offerUndo(texts.updated, 1, () => source.update(row.id, former, versionOf(changed)));
  };
  const settleConflict = useEntityConflicts({
    form,
    fields,
    labels: texts.fields,
    base: row,
    onBase: () => undefined,
    onSave: save,
  });
  return { form, save, settleConflict };
}

/** Returns the schema of an entity's input by its fields; further rules of the entity are the server's. */
const schemaOf = <Input,>(fields: FieldDefinitions) =>
  inputSchema(fields) as z.ZodType as z.ZodType<Input>;
