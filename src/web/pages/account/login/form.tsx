import { useForm, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { SubmitButton } from '#web/components/forms/submit-button.tsx';
import { FormFailure } from '#web/pages/account/form-failure.tsx';
import { formResolver, useFieldError } from '#web/pages/account/form-resolver.ts';
import { GoogleButton } from '#web/pages/account/google-button.tsx';
import { textLinkClass } from '#web/pages/account/panel.tsx';
import { forgotPathWith, registerPathWith } from '#web/pages/account/paths.ts';
import { Unverified } from '#web/pages/account/unverified.tsx';
import { PasswordField } from '#web/ui/password-field.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { useSignIn, type Credentials } from './use-sign-in.ts';

const resolver = formResolver<Credentials>('login');

interface Props {
  /** Email prefilled from the link. */
  email: string | null;
  /** Path to return to after sign-in. */
  redirect: string | null;
  /** Called before the visitor leaves for another account page, to remember the path. */
  onLeave: () => void;
}

/** Signs in with a password or with Google. */
export function LoginForm({ email: given, redirect, onLeave }: Props) {
  const { t } = useTranslation();
  const errorText = useFieldError();
  const form = useForm<Credentials>({ resolver, mode: 'onChange' });
  const { register, handleSubmit, setError, control, formState } = form;
  const { errors, isSubmitting } = formState;
  const email = useWatch({ control, name: 'email' }) ?? given;

  const { signIn, signInWithGoogle } = useSignIn({ redirect, setError });
  const submit = handleSubmit(signIn);

  // The address that was refused, even if the field changes afterwards.
  const isUnverified = errors.root?.['server']?.type === 'account.login.unverified';
  const unverified = isUnverified ? form.getValues('email').trim() : '';

  const registerLink = (
    <Link to={registerPathWith({ email })} onClick={onLeave} className={textLinkClass}>
      {t('account.login.register')}
    </Link>
  );
  return (
    <>
      <form method="post" noValidate onSubmit={submit} className="grid gap-5">
        <TextField
          {...register('email')}
          type="email"
          label={t('account.field.email')}
          autoComplete="username"
          defaultValue={given ?? undefined}
          error={errorText(errors.email)}
        />
        <PasswordField
          {...register('password')}
          label={t('account.field.password')}
          autoComplete="current-password"
          error={errorText(errors.password)}
        />
        <Link
          to={forgotPathWith({ email })}
          onClick={onLeave}
          className={`-mt-2 justify-self-end text-sm ${textLinkClass}`}
        >
          {t('account.login.forgot')}
        </Link>
        <FormFailure
          errors={errors}
          title={t('account.login.failed')}
          next={{
            'account.login.nonexistent': registerLink,
            'account.login.noTenants': registerLink,
          }}
        />
        <SubmitButton loading={isSubmitting} className="min-h-11">
          {t('account.login.submit')}
        </SubmitButton>
        <GoogleButton text="signin_with" onToken={(idToken) => void signInWithGoogle(idToken)} />
      </form>
      {unverified && <Unverified key={unverified} email={unverified} />}
    </>
  );
}
