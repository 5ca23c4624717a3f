import type { UseFormReturn } from 'react-hook-form';
import { useFieldError } from '#web/pages/account/form-resolver.ts';
import { useTranslation } from '#web/session/translation.ts';
import { TextField } from '#web/ui/text-field.tsx';
import { organizationRequired, type RegistrationValues } from './use-registration.ts';

type Props = {
  form: UseFormReturn<RegistrationValues>;
  email: string | null;
};

/** Renders the fields for the organization, the email and the name. */
export function PersonFields({ form, email }: Props) {
  const { t } = useTranslation();
  const errorText = useFieldError();
  const { register, formState } = form;
  const { errors } = formState;
  return (
    <>
      <TextField
        {...register('organization')}
        label={t('account.field.organization')}
        autoComplete="organization"
        error={
          errors.organization?.type === organizationRequired
            ? t('account.google.organizationFirst')
            : errorText(errors.organization)
        }
      />
      <TextField
        {...register('email')}
        type="email"
        label={t('account.field.email')}
        autoComplete="email"
        defaultValue={email ?? undefined}
        error={errorText(errors.email)}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          {...register('firstName')}
          label={t('account.field.firstName')}
          autoComplete="given-name"
          error={errorText(errors.firstName)}
        />
        <TextField
          {...register('lastName')}
          label={t('account.field.lastName')}
          autoComplete="family-name"
          error={errorText(errors.lastName)}
        />
      </div>
    </>
  );
}
