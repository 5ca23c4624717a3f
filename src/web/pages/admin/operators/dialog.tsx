import { useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { operatorRoles, type OperatorRole } from '#contract/access.ts';
import type { OperatorRecord } from '#contract/operators/operators.ts';
import { email } from '#contract/shapes.ts';
import { api } from '#web/api/api.ts';
import { failureText } from '#web/components/errors/failure-text.ts';
import { schemaResolver, useFieldError } from '#web/components/forms/form-failures.ts';
import { FormFooter } from '#web/components/forms/form-footer.tsx';
import { useTranslation } from '#web/session/translation.ts';
import { ChoiceGroup } from '#web/ui/choice-group.tsx';
import { Modal } from '#web/ui/dialogs/modal.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toaster.tsx';

const schema = z.object({ email, role: z.enum(operatorRoles, 'field.required') });
type Values = z.input<typeof schema>;

type Props = {
  /** Operator whose role changes; null to invite one. */
  operator: OperatorRecord | null;
  onClose: () => void;
};

/** Invites an operator, or changes the role of one (R-OPR-11). */
export function OperatorDialog({ operator, onClose }: Props) {
  const { t } = useTranslation();
  const title = operator
    ? t('staff.changeTitle', { name: operator.name || operator.email })
    : t('staff.inviteTitle');
  return (
    <Modal title={title} onClose={onClose}>
      <Form {...{ operator, onClose }} />
    </Modal>
  );
}

async function roleChange(operator: OperatorRecord, role: OperatorRole) {
  await api.operators.update({ params: { id: operator.id }, body: { role } });
}

/** Renders the form inside of the dialog, so that a message opens on top of it. */
function Form({ operator, onClose }: Props) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const errorText = useFieldError();
  const { register, handleSubmit, setError, formState } = useForm<Values>({
    resolver: schemaResolver(schema),
    mode: 'onChange',
    defaultValues: { email: operator?.email ?? '', role: operator?.role ?? 'support' },
  });
  const save = handleSubmit(async (input) => {
    const { role } = input;
    try {
      if (operator) await roleChange(operator, role);
      else await api.operators.invite({ body: input });
    } catch (error) {
      const message = failureText(t, error) ?? t('errors.internal');
      return setError('root.server', { type: 'server', message });
    } finally {
      // An operator may change their own role.
      void cache.invalidateQueries({ queryKey: ['user'] });
      await cache.invalidateQueries({ queryKey: ['operator'] });
    }
    onClose();
    const name = operator && (operator.name || operator.email);
    const done = name
      ? t('staff.saved', { name, role: t(`operators.role.${role}`) })
      : t('staff.sent', { email: input.email });
    void toast({ tone: 'success', title: done });
  });
  const { errors } = formState;
  return (
    <form noValidate onSubmit={(event) => void save(event)} className="grid gap-5">
      {!operator && (
        <>
          <p className="text-sm text-pretty text-muted">{t('staff.inviteText')}</p>
          <TextField
            {...register('email')}
            type="email"
            label={t('staff.email')}
            autoComplete="off"
            error={errorText(errors.email)}
          />
        </>
      )}
      <ChoiceGroup
        {...register('role')}
        type="radio"
        label={t('staff.roleColumn')}
        choices={operatorRoles.map((role) => ({
          value: role,
          label: t(`operators.role.${role}`),
          hint: t(`staff.may.${role}`),
        }))}
      />
      <div className="flex flex-wrap justify-end gap-2">
        <FormFooter
          state={formState}
          label={t(operator ? 'staff.save' : 'staff.send')}
          {...(operator && { edits: true })}
        />
      </div>
    </form>
  );
}
