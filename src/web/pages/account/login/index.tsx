import { useForm, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { LoginType, type LoggedIn } from '#contract/users.ts';
import { api } from '#web/api/api.ts';
import { resolverOf, showFailure, useFieldError } from '#web/pages/account/failures.ts';
import { FormFailure } from '#web/pages/account/form-failure.tsx';
import { GoogleButton } from '#web/pages/account/google-button.tsx';
import { Panel, textLinkClass } from '#web/pages/account/panel.tsx';
import { forgotPathWith, registerPathWith } from '#web/pages/account/paths.ts';
import { resume, resumeLater } from '#web/session/resume.ts';
import { landingOf, signIn } from '#web/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { PasswordField } from '#web/ui/password-field.tsx';
import { TextField } from '#web/ui/text-field.tsx';

type Values = { email: string; password: string };

const resolver = resolverOf<Values>('login');

/** Signs in, and goes on to the page that was asked for. */
export default function LoginPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const told = useFieldError();
  const form = useForm<Values>({ resolver, mode: 'onChange' });
  const { register, handleSubmit, setError, control, formState } = form;
  const { errors, isSubmitting } = formState;
  const email = useWatch({ control, name: 'email' }) ?? query.get('e');

  const enter = async (answer: Promise<LoggedIn>) => {
    try {
      const session = await answer;
      signIn(session);
      const before = resume();
      await navigate(landingOf(session.user, query.get('redirect') ?? before), { replace: true });
    } catch (error) {
      showFailure(error, {
        setError,
        fieldOf: (name) => (name === 'email' || name === 'password' ? name : undefined),
      });
    }
  };
  const submit = handleSubmit((body) => enter(api.accounts.login({ body })));
  const submitGoogle = (secretSignInKey: string) =>
    enter(api.accounts.login({ body: { loginType: LoginType.Gmail, secretSignInKey } }));

  // Whoever has to do something else first comes back to what they asked for.
  const leave = () => resumeLater(query.get('redirect'));
  const registerLink = (
    <Link to={registerPathWith({ email })} onClick={leave} className={textLinkClass}>
      {t('account.login.register')}
    </Link>
  );
  return (
    <Panel
      title={t('account.login.title')}
      referrer="strict-origin"
      footer={
        <>
          {t('account.login.noAccount')}{' '}
          <Link to="/account/register" onClick={leave} className={textLinkClass}>
            {t('account.login.register')}
          </Link>
        </>
      }
    >
      <form method="post" noValidate onSubmit={submit} className="grid gap-5">
        <TextField
          {...register('email')}
          type="email"
          label={t('account.field.email')}
          autoComplete="username"
          defaultValue={query.get('e') ?? undefined}
          error={told(errors.email)}
        />
        <PasswordField
          {...register('password')}
          label={t('account.field.password')}
          autoComplete="current-password"
          error={told(errors.password)}
        />
        <Link
          to={forgotPathWith({ email })}
          onClick={leave}
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
        <Button type="submit" loading={isSubmitting} className="min-h-11">
          {t('account.login.submit')}
        </Button>
        <GoogleButton text="signin_with" onToken={(idToken) => void submitGoogle(idToken)} />
      </form>
    </Panel>
  );
}
