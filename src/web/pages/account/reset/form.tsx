import { FormProvider, useForm } from 'react-hook-form';
import { Link, useNavigate } from 'react-router';
import { api } from '#web/api/api.ts';
import { SubmitButton } from '#web/components/forms/submit-button.tsx';
import { FormFailure } from '#web/pages/account/form-failure.tsx';
import { formResolver, setFormFailure } from '#web/pages/account/form-resolver.ts';
import {
  NewPasswordFields,
  passwordFieldOf,
  type NewPassword,
} from '#web/pages/account/new-password.tsx';
import { textLinkClass } from '#web/pages/account/panel.tsx';
import { forgotPathWith } from '#web/pages/account/paths.ts';
import { takeResumePath } from '#web/session/resume.ts';
import { landingPath, startSession } from '#web/session/session.ts';
import { useTranslation } from '#web/session/translation.ts';
import { TextField } from '#web/ui/text-field.tsx';

const resolver = formResolver<NewPassword>('verify');

type ResetLink = { email: string; token: string };

/** Sets the new password with the token and signs in. */
export function NewPasswordForm({ email, token }: ResetLink) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const form = useForm<NewPassword>({ resolver, mode: 'onChange' });
  const { handleSubmit, setError, formState } = form;
  const submit = handleSubmit(async (passwords) => {
    try {
      const session = await api.accounts.verify({ body: { email, token, ...passwords } });
      startSession(session);
      await navigate(landingPath(session.user, takeResumePath()), { replace: true });
    } catch (error) {
      setFormFailure(error, { setError, fieldOf: passwordFieldOf });
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
          readOnly
        />
        <NewPasswordFields />
        <FormFailure
          errors={formState.errors}
          title={t('account.reset.failed')}
          next={{
            'account.verify.invalid': (
              <>
                {t('account.reset.ended')}{' '}
                <Link to={forgotPathWith({ email })} className={textLinkClass}>
                  {t('account.reset.again')}
                </Link>
              </>
            ),
          }}
        />
        <SubmitButton loading={formState.isSubmitting} className="min-h-11">
          {t('account.reset.newSubmit')}
        </SubmitButton>
      </form>
    </FormProvider>
  );
}
