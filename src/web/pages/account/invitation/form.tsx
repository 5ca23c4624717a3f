import { FormProvider, useForm } from 'react-hook-form';
import { Link, useLocation, useNavigate } from 'react-router';
import { api } from '#web/api/api.ts';
import { SubmitButton } from '#web/components/forms/submit-button.tsx';
import { FormFailure } from '#web/pages/account/form-failure.tsx';
import { formResolver, setFormFailure, useFieldError } from '#web/pages/account/form-resolver.ts';
import { NewPasswordFields, passwordFieldOf } from '#web/pages/account/new-password.tsx';
import { LegalNotice, textLinkClass } from '#web/pages/account/panel.tsx';
import { forgotPathWith, loginPathWith } from '#web/pages/account/paths.ts';
import { SwitchAccount } from '#web/pages/account/switch-account.tsx';
import { storeResumePath } from '#web/session/resume.ts';
import { homePath, startSession } from '#web/session/session.ts';
import { useTranslation } from '#web/session/translation.ts';
import { PasswordField } from '#web/ui/password-field.tsx';
import { TextField } from '#web/ui/text-field.tsx';

type Values = { password?: string; passwordConfirm?: string };

const resolvers = {
  nothing: undefined,
  password: formResolver<Values>('current'),
  newPassword: formResolver<Values>('verify'),
};

type Props = {
  token: string;
  email: string;
  /**
   * Input required: nothing from the signed-in member, the password of an existing account, or a
   * new password.
   */
  asks: keyof typeof resolvers;
};

/** Accepts the invitation and opens its organization. */
export function AcceptInvitationForm({ token, email, asks }: Props) {
  const { t } = useTranslation();
  const here = useHere();
  const navigate = useNavigate();
  const errorText = useFieldError();
  const form = useForm<Values>({ resolver: resolvers[asks], mode: 'onChange' });
  const { register, handleSubmit, setError, formState } = form;
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async (passwords) => {
    try {
      startSession(
        await api.invitations.accept({
          params: { token },
          body: { email, ...passwords, acceptsTerms: asks === 'newPassword' },
        }),
      );
      await navigate(homePath, { replace: true });
    } catch (error) {
      const fieldOf = (name: string) => passwordFieldOf(name);
      setFormFailure(error, { setError, fieldOf });
    }
  });
  const forgot = (
    <Link
      to={forgotPathWith({ email })}
      onClick={() => storeResumePath(here)}
      className={textLinkClass}
    >
      {t('account.login.forgot')}
    </Link>
  );
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
        {asks === 'newPassword' && <NewPasswordFields />}
        {asks === 'password' && (
          <PasswordField
            {...register('password')}
            label={t('account.field.password')}
            autoComplete="current-password"
            hint={<SignInFirst email={email} />}
            error={errorText(errors.password)}
          />
        )}
        <FormFailure
          errors={errors}
          title={t('members.invitation.failed')}
          next={{
            notFound: t('members.invitation.ended'),
            'account.login.invalid': forgot,
            'invitation.wrongAccount': <SwitchAccount />,
          }}
        />
        <SubmitButton loading={isSubmitting} className="min-h-11">
          {t('members.invitation.accept')}
        </SubmitButton>
        {asks === 'newPassword' && <LegalNotice />}
      </form>
    </FormProvider>
  );
}

/** Links to sign-in for people who already have an account; sign-in returns to this page. */
function SignInFirst({ email }: { email: string }) {
  const { t } = useTranslation();
  const here = useHere();
  return (
    <>
      {t('members.invitation.known')}{' '}
      <Link to={loginPathWith({ email, redirect: here })} className={textLinkClass}>
        {t('members.invitation.signIn')}
      </Link>
    </>
  );
}

function useHere() {
  const { pathname, search } = useLocation();
  return `${pathname}${search}`;
}
