import type { SyntheticEvent } from 'react';
import { useForm, useWatch, type UseFormSetError } from 'react-hook-form';
import { Link, useNavigate } from 'react-router';
import type { PasskeyAssertionInput } from '#contract/factors/webauthn.ts';
import type { AddressOrganization } from '#contract/membership.ts';
import { LoginType } from '#contract/statuses.ts';
import type { SignInReply } from '#contract/users.ts';
import { api } from '#web/api/api.ts';
import { SubmitButton } from '#web/components/forms/submit-button.tsx';
import { FormFailure } from '#web/pages/account/form-failure.tsx';
import { formResolver, useFieldError, setFormFailure } from '#web/pages/account/form-resolver.ts';
import { textLinkClass } from '#web/pages/account/panel.tsx';
import { forgotPathWith, registerPathWith } from '#web/pages/account/paths.ts';
import { Unverified } from '#web/pages/account/unverified.tsx';
import { takeResumePath } from '#web/session/resume.ts';
import { landingPath, startSession } from '#web/session/session.ts';
import { useTranslation } from '#web/session/translation.ts';
import { PasswordField } from '#web/ui/password-field.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { OtherWays } from './other-ways.tsx';
import { SsoButton, SsoOnly } from './sso-only.tsx';
import { useSsoOnly } from './use-sso-only.ts';

const resolver = formResolver<Credentials>('login');

type Props = {
  /** Email prefilled from the link. */
  email: string | null;
  /** Path to return to after sign-in. */
  redirect: string | null;
  /** Organization at whose own address the form is, which has none of what belongs to the main site. */
  organization: AddressOrganization | null;
  /** Called before the visitor leaves for another account page, to remember the path. */
  onLeave: () => void;
};

/** Signs in with a password or with Google. */
export function LoginForm({ email: given, redirect, organization, onLeave }: Props) {
  const { t } = useTranslation();
  const errorText = useFieldError();
  const form = useForm<Credentials>({ resolver, mode: 'onChange' });
  const { register, handleSubmit, setError, control, formState } = form;
  const { errors, isSubmitting } = formState;
  const email = useWatch({ control, name: 'email' }) ?? given;

  const { signIn, ...ways } = useSignIn({ redirect, setError });
  const sso = useSsoOnly(onLeave);
  const submitPassword = handleSubmit(signIn);
  const submit = (event: SyntheticEvent) => {
    if (!sso.isRequired) return submitPassword(event);
    event.preventDefault();
    return sso.start(form.getValues('email'));
  };

  // The address that was refused, even if the field changes afterwards.
  const isUnverified = errors.root?.['server']?.type === 'account.login.unverified';
  const unverified = isUnverified ? form.getValues('email').trim() : '';

  const registerLink = !organization && (
    <Link to={registerPathWith({ email })} onClick={onLeave} className={textLinkClass}>
      {t('account.login.register')}
    </Link>
  );
  return (
    <>
      <form
        method="post"
        noValidate
        onSubmit={(event) => void submit(event)}
        className="grid gap-5"
      >
        <TextField
          {...register('email', { onBlur: (event) => void sso.check(String(event.target.value)) })}
          type="email"
          label={t('account.field.email')}
          autoComplete="username webauthn"
          defaultValue={given ?? undefined}
          error={errorText(errors.email)}
        />
        {sso.isRequired ? (
          <SsoOnly signIn={sso} />
        ) : (
          <>
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
            {organization ? (
              organization.offersSso && <SsoButton signIn={sso} />
            ) : (
              <OtherWays email={email} onLeave={onLeave} {...ways} />
            )}
          </>
        )}
      </form>
      {unverified && <Unverified key={unverified} email={unverified} />}
    </>
  );
}

type Credentials = { email: string; password: string };

type SignInOptions = { redirect: string | null; setError: UseFormSetError<Credentials> };

/** Returns the functions that sign in and open the page to return to; a refusal is set in the form. */
function useSignIn({ redirect, setError }: SignInOptions) {
  const navigate = useNavigate();
  const enter = async (answer: Promise<SignInReply>) => {
    try {
      const session = await answer;
      startSession(session);
      const before = takeResumePath();
      await navigate(landingPath(session.user, redirect ?? before), { replace: true });
    } catch (error) {
      setFormFailure(error, {
        setError,
        fieldOf: (name) => (name === 'email' || name === 'password' ? name : undefined),
      });
    }
  };
  return {
    signIn: (body: Credentials) => enter(api.accounts.login({ body })),
    signInWithPasskey: (passkey: PasskeyAssertionInput) =>
      enter(api.factors.signInWithPasskey({ body: { passkey } })),
    signInWithGoogle: (secretSignInKey: string) =>
      enter(api.accounts.login({ body: { loginType: LoginType.Gmail, secretSignInKey } })),
  };
}
