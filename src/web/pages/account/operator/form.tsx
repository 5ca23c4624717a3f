import { FormProvider, useForm } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { api } from '#web/api/api.ts';
import { SubmitButton } from '#web/components/forms/submit-button.tsx';
import { FormFailure } from '#web/pages/account/form-failure.tsx';
import { formResolver, setFormFailure, useFieldError } from '#web/pages/account/form-resolver.ts';
import {
  NewPasswordFields,
  passwordFieldOf,
  type NewPassword,
} from '#web/pages/account/new-password.tsx';
import { landingPath, startSession } from '#web/session/session.ts';
import { useTranslation } from '#web/session/translation.ts';
import { TextField } from '#web/ui/text-field.tsx';

type Values = NewPassword & { firstName: string; lastName: string };
const resolver = formResolver<Values>('operator');

/** Creates the account of an invited operator and opens the portal. */
export function AcceptOperatorForm({ token, email }: { token: string; email: string }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const errorText = useFieldError();
  const form = useForm<Values>({
    resolver,
    mode: 'onChange',
    defaultValues: { firstName: '', lastName: '', password: '', passwordConfirm: '' },
  });
  const { register, handleSubmit, setError, formState } = form;
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async (body) => {
    try {
      const session = await api.operators.accept({ params: { token }, body });
      startSession(session);
      await navigate(landingPath(session.user, null), { replace: true });
    } catch (error) {
      setFormFailure(error, { setError, fieldOf: (field) => passwordFieldOf(field) });
    }
  });
  return (
    <FormProvider {...form}>
      <form method="post" noValidate onSubmit={submit} className="grid gap-5">
        <TextField
          type="email"
          label={t('account.field.email')}
          autoComplete="username"
          value={email}
          disabled
        />
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
        <NewPasswordFields />
        <FormFailure
          errors={errors}
          title={t('staff.invitation.failed')}
          next={{ notFound: t('staff.invitation.invalid') }}
        />
        <SubmitButton loading={isSubmitting} className="min-h-11">
          {t('staff.invitation.accept')}
        </SubmitButton>
      </form>
    </FormProvider>
  );
}
