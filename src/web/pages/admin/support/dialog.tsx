import { useQueryClient } from '@tanstack/react-query';
import { useId, type ReactNode } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import type { z } from 'zod';
import type { FieldDefinitions } from '#contract/entities/fields.ts';
import type { SupportRecord } from '#contract/support/support.ts';
import { EntityField } from '#web/components/entity/field.tsx';
import { entityResolver, type FormValues } from '#web/components/entity/input.ts';
import { setFormFailure, useFieldError } from '#web/components/forms/form-failures.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Modal } from '#web/ui/dialogs/modal.tsx';
import { toast } from '#web/ui/toaster.tsx';
import { supportQuery } from './queries.ts';

type Props<Input> = {
  title: string;
  /** Label of the button, and the message after success. */
  submit: string;
  done: string;
  fields: FieldDefinitions;
  schema: z.ZodType<Input>;
  defaultValues?: FormValues;
  send: (input: Input) => Promise<SupportRecord>;
  onClose: () => void;
  /** Maps a refusal to a field, beside the fields' own names. */
  fieldOf?: (name: string) => string | undefined;
  /** True while there is nothing to submit. */
  isDisabled?: boolean;
  /** Text and fields above the reason. */
  children?: ReactNode;
};

/** Renders a dialog for a change by an operator, whose last field is the reason (R-SUP-01). */
export function SupportDialog<Input extends object>(props: Props<Input>) {
  const { title, submit, done, fields, schema, defaultValues, send, onClose, children } = props;
  const { isDisabled = false } = props;
  const { t } = useTranslation();
  const id = useId();
  const cache = useQueryClient();
  const errorText = useFieldError();
  const form = useForm<FormValues, unknown, Input>({
    defaultValues: { reason: '', ...defaultValues },
    resolver: entityResolver({ ...fields, ...reasonField }, schema),
  });
  const { isSubmitting, errors } = form.formState;
  const refusal = errorText(errors.root?.['server']);
  const save = form.handleSubmit(async (input) => {
    try {
      const record = await send(input);
      cache.setQueryData(supportQuery(record.tenant.id).queryKey, record);
      onClose();
      void toast({ tone: 'success', title: done });
      await cache.invalidateQueries({ queryKey: ['operator'] });
    } catch (error) {
      const known = { ...fields, ...reasonField };
      const ownName = (name: string) => (name in known ? name : undefined);
      const fieldOf = (name: string) => props.fieldOf?.(name) ?? ownName(name);
      setFormFailure(error, { setError: form.setError, fieldOf });
    }
  });
  return (
    <Modal
      title={title}
      busy={isSubmitting}
      onClose={onClose}
      footer={
        <>
          <Button variant="white" disabled={isSubmitting} onClick={onClose}>
            {t('common.action.cancel')}
          </Button>
          <Button type="submit" form={id} loading={isSubmitting} disabled={isDisabled}>
            {submit}
          </Button>
        </>
      }
    >
      <FormProvider {...form}>
        <form id={id} noValidate className="grid gap-5" onSubmit={(event) => void save(event)}>
          {children}
          <EntityField
            name="reason"
            field={reasonField.reason}
            label={t('support.field.reason')}
            hint={t('support.hint.reason')}
            disabled={false}
          />
          <div role="alert" className="empty:hidden">
            {refusal && <Banner tone="danger">{refusal}</Banner>}
          </div>
        </form>
      </FormProvider>
    </Modal>
  );
}

const reasonField = { reason: { kind: 'TextArea' } } as const;

/** Renders the text that explains a change, above its fields. */
export function DialogText({ children }: { children: ReactNode }) {
  return <p className="text-sm text-pretty text-muted">{children}</p>;
}
