import { useEffect } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { api } from '#web/api/api.ts';
import { resolverOf, showFailure } from '#web/pages/account/failures.ts';
import { ResetRequest } from '#web/pages/account/forgot/request.tsx';
import { FormFailure } from '#web/pages/account/form-failure.tsx';
import {
  NewPasswordFields,
  passwordFieldOf,
  type NewPassword,
} from '#web/pages/account/new-password.tsx';
import { Panel, textLinkClass } from '#web/pages/account/panel.tsx';
import { forgotPathWith, loginPathWith } from '#web/pages/account/paths.ts';
import { signedOut } from '#web/session/guard.ts';
import { landingOf, signIn } from '#web/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import type { Route } from './+types/index.ts';

/** Who is signed in goes home, unless a mailed link led them here. */
export const clientMiddleware: Route.ClientMiddlewareFunction[] = [
  ({ request }) => {
    if (!new URL(request.url).searchParams.has('t')) return signedOut({ request });
  },
];

/** The server shows the page; the browser, which knows the session, asks the guard once more. */
export const loader = () => null;
export const clientLoader = () => null;
clientLoader.hydrate = true as const;

/** Sets a new password with the mailed token; without one, asks for the mail. */
export default function ResetPage() {
  const [query] = useSearchParams();
  const email = query.get('e');
  const token = query.get('t');
  return email && token ? <NewPasswordPage email={email} token={token} /> : <ResetRequest />;
}

type Given = { email: string; token: string };

/** The mailed token is a key: once read, it leaves the address bar and the history. */
const useForgottenToken = (email: string) => {
  useEffect(() => {
    const { pathname } = window.location;
    const query = new URLSearchParams({ e: email }).toString();
    window.history.replaceState(window.history.state, '', `${pathname}?${query}`);
  }, [email]);
};

function NewPasswordPage({ email, token }: Given) {
  const { t } = useTranslation();
  useForgottenToken(email);
  return (
    <Panel
      title={t('account.reset.newTitle')}
      text={t('account.reset.newText')}
      footer={
        <Link to={loginPathWith({ email })} className={textLinkClass}>
          {t('account.reset.back')}
        </Link>
      }
    >
      <NewPasswordForm email={email} token={token} />
    </Panel>
  );
}

const resolver = resolverOf<NewPassword>('verify');

function NewPasswordForm({ email, token }: Given) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const form = useForm<NewPassword>({ resolver, mode: 'onChange' });
  const { handleSubmit, setError, formState } = form;
  const submit = handleSubmit(async (passwords) => {
    try {
      const session = await api.accounts.verify({ body: { email, token, ...passwords } });
      signIn(session);
      await navigate(landingOf(session.user, null), { replace: true });
    } catch (error) {
      showFailure(error, { setError, fieldOf: passwordFieldOf });
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
        <Button type="submit" loading={formState.isSubmitting} className="min-h-11">
          {t('account.reset.newSubmit')}
        </Button>
      </form>
    </FormProvider>
  );
}
