import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { api } from '#web/api/api.ts';
import { queryClient } from '#web/api/queries.ts';
import { SubmitButton } from '#web/components/forms/submit-button.tsx';
import { FormFailure } from '#web/pages/account/form-failure.tsx';
import { formResolver, setFormFailure, useFieldError } from '#web/pages/account/form-resolver.ts';
import { LinkAction } from '#web/pages/account/link-action.tsx';
import { AccountPanel, textLinkClass, FormSuccess } from '#web/pages/account/panel.tsx';
import { loginPathWith } from '#web/pages/account/paths.ts';
import { useRemoveQuery } from '#web/pages/account/use-remove-query.ts';
import { takeResumePath } from '#web/session/resume.ts';
import { landingPath, startSession } from '#web/session/session.ts';
import { useTranslation } from '#web/session/translation.ts';
import { TextField } from '#web/ui/text-field.tsx';
import type { Route } from './+types/index.ts';

/** Reads the link in the browser only: no reply of the server holds its token. */
export const clientLoader = ({ request }: Route.ClientLoaderArgs) =>
  new URL(request.url).searchParams.get('t');
clientLoader.hydrate = true as const;

export function HydrateFallback() {
  return null;
}

/** Requests a link that signs in, or signs in with it on a press: mail scanners open links (R-ACC-38). */
export default function LinkPage({ loaderData: token }: Route.ComponentProps) {
  const [query] = useSearchParams();
  useRemoveQuery(token !== null);
  return token ? <OpenLink token={token} /> : <LinkRequest email={query.get('e')} />;
}

function OpenLink({ token }: { token: string }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const action = useMutation(
    {
      mutationFn: () => api.signIn.openLink({ body: { token } }),
      onSuccess: (session) => {
        startSession(session);
        void navigate(landingPath(session.user, takeResumePath()), { replace: true });
      },
    },
    queryClient,
  );
  return (
    <AccountPanel
      title={t('account.link.useTitle')}
      text={t('account.link.useText')}
      footer={
        <Link to="/account/login" className={textLinkClass}>
          {t('account.reset.back')}
        </Link>
      }
    >
      <LinkAction
        label={t('account.login.submit')}
        ended={t('account.email.ended')}
        action={action}
      />
    </AccountPanel>
  );
}

type Values = { email: string };

const resolver = formResolver<Values>('forgot');

/** Asks for the email and requests a link; the reply is the same for every email (R-ACC-37). */
function LinkRequest({ email: given }: { email: string | null }) {
  const { t } = useTranslation();
  const errorText = useFieldError();
  const { register, handleSubmit, getValues, setError, formState } = useForm<Values>({
    resolver,
    mode: 'onChange',
  });
  const { errors, isSubmitting, isSubmitSuccessful } = formState;
  const sentTo = isSubmitSuccessful ? getValues('email') : undefined;
  const submit = handleSubmit(async ({ email }) => {
    try {
      await api.signIn.requestLink({ body: { email } });
    } catch (error) {
      setFormFailure(error, { setError, fieldOf: (name) => (name === 'email' ? name : undefined) });
    }
  });
  const back = (
    <Link to={loginPathWith({ email: sentTo ?? given })} className={textLinkClass}>
      {t('account.reset.back')}
    </Link>
  );
  if (sentTo !== undefined) {
    return (
      <FormSuccess
        title={t('account.link.sentTitle')}
        text={t('account.link.sentText', { email: sentTo })}
      >
        {back}
      </FormSuccess>
    );
  }
  return (
    <AccountPanel title={t('account.link.title')} text={t('account.link.text')} footer={back}>
      <form method="post" noValidate onSubmit={submit} className="grid gap-5">
        <TextField
          {...register('email')}
          type="email"
          label={t('account.field.email')}
          autoComplete="username"
          defaultValue={given ?? undefined}
          error={errorText(errors.email)}
        />
        <FormFailure errors={errors} title={t('account.link.failed')} />
        <SubmitButton loading={isSubmitting} className="min-h-11">
          {t('account.link.submit')}
        </SubmitButton>
      </form>
    </AccountPanel>
  );
}
