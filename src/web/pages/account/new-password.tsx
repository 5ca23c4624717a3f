import { useFormContext } from 'react-hook-form';
import { useTranslation } from '#web/session/translation.ts';
import { PasswordField } from '#web/ui/password-field.tsx';
import { useFieldError } from './form-resolver.ts';

export type NewPassword = { password: string; passwordConfirm: string };

/** Renders the fields for a new password and its repetition, each with its errors (R-ACC-14). */
export function NewPasswordFields() {
  const { t } = useTranslation();
  const errorText = useFieldError();
  const { register, trigger, getFieldState, formState } = useFormContext<NewPassword>();
  const { errors } = formState;
  return (
    <>
      <PasswordField
        {...register('password', {
          onChange: () => getFieldState('passwordConfirm').isDirty && trigger('passwordConfirm'),
        })}
        label={t('account.field.password')}
        autoComplete="new-password"
        hint={t('account.verify.passwordHint')}
        error={errorText(errors.password)}
      />
      <PasswordField
        {...register('passwordConfirm')}
        label={t('account.field.confirmPassword')}
        autoComplete="new-password"
        error={errorText(errors.passwordConfirm)}
      />
    </>
  );
}

/** Returns the field that shows a refusal; undefined for refusals that concern neither. */
export function passwordFieldOf(name: string) {
  if (name === 'account.passwordMismatch') return 'passwordConfirm';
  return name === 'password' || name === 'passwordConfirm' ? name : undefined;
}
