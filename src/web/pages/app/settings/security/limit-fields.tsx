import { useFormContext } from 'react-hook-form';
import { maxIdleHours, maxSessionHours } from '#contract/calls/policies.ts';
import { useFieldError } from '#web/components/forms/form-failures.ts';
import { useTranslation } from '#web/session/translation.ts';
import { TextArea, TextField } from '#web/ui/text-field.tsx';
import { FieldGroup } from './field-group.tsx';
import type { PolicyInput } from './policy-input.ts';

/** Edits session length and idle time (R-POL-03). */
export function SessionFields() {
  const { t } = useTranslation();
  const errorText = useFieldError();
  const { register, formState } = useFormContext<PolicyInput>();
  return (
    <FieldGroup title={t('policies.sessions.title')}>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          {...register('sessionHours')}
          inputMode="numeric"
          autoComplete="off"
          label={t('policies.sessions.session')}
          hint={t('policies.sessions.sessionHint', { max: maxSessionHours })}
          error={errorText(formState.errors.sessionHours)}
          optional
        />
        <TextField
          {...register('idleHours')}
          inputMode="numeric"
          autoComplete="off"
          label={t('policies.sessions.idle')}
          hint={t('policies.sessions.idleHint', { max: maxIdleHours })}
          error={errorText(formState.errors.idleHours)}
          optional
        />
      </div>
    </FieldGroup>
  );
}

/** Edits the email domains of new members (R-POL-04). */
export function NewMemberFields() {
  const { t } = useTranslation();
  const errorText = useFieldError();
  const { register, formState } = useFormContext<PolicyInput>();
  return (
    <FieldGroup title={t('policies.members.title')}>
      <TextArea
        {...register('domains')}
        label={t('policies.members.domains')}
        hint={t('policies.members.domainsHint')}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        error={errorText(formState.errors.domains)}
        optional
      />
    </FieldGroup>
  );
}
