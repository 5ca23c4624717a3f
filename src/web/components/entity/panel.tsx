import { useId, useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { Link } from 'react-router';
import type { z } from 'zod';
import type { FieldDefinitions } from '#contract/entities/fields.ts';
import { ReadOnlyNotice } from '#web/components/billing/read-only.tsx';
import { useEntityConflicts } from '#web/components/conflicts/use-entity-conflicts.tsx';
import { isSameValue } from '#web/components/drafts/input-values.ts';
import { useDraft } from '#web/components/drafts/use-draft.tsx';
import { useTranslation } from '#web/session/translation.ts';
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
  /** Address of the page of an existing record. */
  page?: string;
  /** Shows the changes of an existing record. */
  history?: Pick<RecordHistoryProps, 'history' | 'id'>;
  /** Name under which unsaved input is kept; omit it for a form whose input is not kept. */
  draft?: string;
  /**
   * Saves over the record that the author has seen, null for a new one; an error is shown and keeps the
   * panel open. Resolves to what follows once the draft is removed, such as closing the panel.
   */
  onSave: (input: Input, base: object | null) => Promise<(() => void) | void>;
  onRemove: () => Promise<void>;
  /** True if a deleted record can be restored. */
  restorable?: boolean;
  onDuplicate?: () => void;
  onClose: () => void;
};

/** Renders the form of a record in a side panel. */
export function EntityPanel<F extends FieldDefinitions, Input extends object>(
  props: Props<F, Input>,
) {
  const { form: config, record, isCopy, locked = false, draft: name = null } = props;
  const { onRemove, onDuplicate, restorable, onClose, page } = props;
  const { fields, schema, texts, suggestions, initial, compute } = config;
  const formId = useId();
  // Changes stay based on the version that their author has seen.
  const [base, setBase] = useState(record);
  const form = useForm<FormValues, unknown, Input>({
    mode: 'onChange',
    defaultValues: { ...emptyValues(fields), ...initial },
    ...(base && { values: { ...base } }),
    // A newer record must not overwrite the user's input.
    resetOptions: { keepDirtyValues: true },
    resolver: entityResolver(fields, schema),
  });
  const editing = record !== null && !isCopy;
  const loading = base === undefined;
  const draft = useDraft(form, {
    name,
    isReady: !loading && !locked,
    base: base ?? null,
    onRestore: (former) => {
      if (editing && former) setBase(former);
    },
  });
  const { isDirty } = form.formState;
  const isFollowing = !isDirty && !draft.isRestored;
  if (isFollowing && !isSameValue(record, base)) setBase(record);
  const save = async (input: Input, over = base ?? null) => {
    const finish = await props.onSave(input, over);
    await draft.remove();
    finish?.();
  };
  const settleConflict = useEntityConflicts({
    form,
    fields,
    labels: texts.fields,
    base,
    onBase: setBase,
    onSave: save,
  });
  const close = () => {
    void draft.remove();
    onClose();
  };
  return (
    <FormProvider {...form}>
      <SidePanel
        title={editing ? texts.edit : texts.new}
        description={page ? <PageLink to={page} /> : texts.text}
        changed={isDirty}
        kept={draft.isKept}
        onClose={close}
        footer={
          <EntityFormFooter
            formId={formId}
            loading={loading || locked}
            onClose={close}
            {...(editing && {
              onRemove,
              removeHint: texts.removeHint,
              restorable,
              ...nameOf(fields, base),
            })}
            {...(editing && onDuplicate && { onDuplicate })}
          />
        }
      >
        {locked && (
          <div className="pb-5">
            <ReadOnlyNotice />
          </div>
        )}
        <EntityFormBody<Input>
          id={formId}
          editing={editing}
          loading={loading || locked}
          onSave={(input) => save(input)}
          onConflict={settleConflict}
        >
          {draft.notice}
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

function PageLink({ to }: { to: string }) {
  const { t } = useTranslation();
  return (
    <Link to={to} className="underline">
      {t('common.file.open')}
    </Link>
  );
}

/** Returns the name of a record, if its first field is a text. */
function nameOf(fields: FieldDefinitions, record: object | null | undefined) {
  const [first = ''] = Object.keys(fields);
  const name: unknown = record?.[first as keyof typeof record];
  return fields[first]?.kind === 'String' && typeof name === 'string' ? { name } : {};
}
