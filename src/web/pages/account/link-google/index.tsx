import { useForm } from 'react-hook-form';
import { Link } from 'react-router';
import { api } from '#web/api/api.ts';
import { FormFailure } from '#web/pages/account/form-failure.tsx';
import { setFormFailure, useFieldError } from '#web/pages/account/form-resolver.ts';
import { GoogleButton } from '#web/pages/account/google-button.tsx';
import { AccountPanel, textLinkClass } from '#web/pages/account/panel.tsx';
import { requireOwnDocument, thirdPartyHeaders } from '#web/session/third-party-scripts.ts';
import { useTranslation } from '#web/session/translation.ts';
import { PasswordField } from '#web/ui/password-field.tsx';
import type { Route } from './+types/index.ts';

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [requireOwnDocument('google')];

export const headers = thirdPartyHeaders('google');

export { clientLoader, HydrateFallback } from '#web/pages/account/signed-in.tsx';

const profilePath = '/app/settings/profile/security';

/**
 * Links a Google account to the visitor's (R-ACC-33). A page of its own: the app's documents don't load Google's
 * script.
 */
export default function LinkGooglePage() {
  const { t } = useTranslation();
  const errorText = useFieldError();
  const form = useForm({ defaultValues: { password: '' } });
  const { register, getValues, setError, clearErrors, formState } = form;
  const { errors } = formState;
  const link = async (secretSignInKey: string) => {
    const { password } = getValues();
    clearErrors();
    if (password === '') {
      setError('password', { type: 'field.required' }, { shouldFocus: true });
      return;
    }
    try {
      await api.signIn.linkGoogle({ body: { secretSignInKey, password } });
      window.location.assign(profilePath);
    } catch (error) {
      setFormFailure(error, {
        setError,
        fieldOf: (name) =>
          name === 'account.login.invalid' || name === 'password' ? 'password' : undefined,
      });
    }
  };
  return (
    <AccountPanel
      title={t('account.google.linkTitle')}
      text={t('account.google.linkText')}
      referrer="strict-origin"
      footer={
        <Link reloadDocument to={profilePath} className={textLinkClass}>
          {t('account.google.back')}
        </Link>
      }
    >
      <form className="grid gap-5" onSubmit={(event) => event.preventDefault()}>
        <PasswordField
          {...register('password')}
          label={t('account.field.password')}
          autoComplete="current-password"
          error={errorText(errors.password)}
        />
        <FormFailure errors={errors} title={t('account.google.failed')} />
        <GoogleButton text="continue_with" onToken={(idToken) => void link(idToken)} />
      </form>
    </AccountPanel>
  );
}
