import { FormProvider, useForm } from 'react-hook-form';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { api } from '#web/api/api.ts';
import { SubmitButton } from '#web/components/forms/submit-button.tsx';
import { FormFailure } from '#web/pages/account/form-failure.tsx';
import { formResolver, setFormFailure } from '#web/pages/account/form-resolver.ts';
import {
  NewPasswordFields,
  passwordFieldOf,
  type NewPassword,
} from '#web/pages/account/new-password.tsx';
import { AccountPanel, textLinkClass } from '#web/pages/account/panel.tsx';
import { loginPathWith } from '#web/pages/account/paths.ts';
import { useRemoveQuery } from '#web/pages/account/use-remove-query.ts';
import { takeResumePath } from '#web/session/resume.ts';
import { landingPath, startSession } from '#web/session/session.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Banner } from '#web/ui/banner.tsx';
import { TextField } from '#web/ui/text-field.tsx';

/** Confirms an email with its token and sets the password (R-ACC-12). */
export default function VerifyPage() {
  const { t } = useTranslation();
  const [query] = useSearchParams();
  useRemoveQuery(true);
  const email = query.get('e');
  const token = query.get('t');
  const isWhole = email && token;
  return (
    <AccountPanel
      title={t('account.verify.title')}
      text={isWhole ? t('account.verify.text') : undefined}
      footer={
        <Link to={loginPathWith({ email })} className={textLinkClass}>
          {t('account.verify.login')}
        </Link>
      }
    >
      {isWhole ? (
        <VerifyForm email={email} token={token} />
      ) : (
        <Banner tone="warning">{t('account.verify.invalidLink')}</Banner>
      )}
    </AccountPanel>
  );
}

const resolver = formResolver<NewPassword>('verify');

function VerifyForm({ email, token }: { email: string; token: string }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const form = useForm<NewPassword>({ resolver, mode: 'onChange' });
  const { handleSubmit, setError, formState } = form;
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async (passwords) => {
    try {
      const session = await api.accounts.verify({ body: { email, token, ...passwords } });
      startSession(session);
      await navigate(landingPath(session.user, takeResumePath()), { replace: true });
    } catch (error) {
      setFormFailure(error, { setError, fieldOf: passwordFieldOf });
    }
  });

  const signInLink = (
    <Link to={loginPathWith({ email })} className={textLinkClass}>
      {t('account.verify.login')}
    </Link>
  );
  return (
    <FormProvider {...form}>
      <form method="post" noValidate onSubmit={submit} className="grid gap-5">
        <TextField
          type="email"
          label={t('account.field.email')}
          autoComplete="username"
          defaultValue={email}
          disabled
        />
        <NewPasswordFields />
        <FormFailure
          errors={errors}
          title={t('account.verify.failed')}
          next={{
            'account.verify.invalid': t('account.verify.openAgain'),
            'account.verify.alreadyVerified': signInLink,
          }}
        />
        <SubmitButton loading={isSubmitting} className="min-h-11">
          {t('account.verify.submit')}
        </SubmitButton>
      </form>
    </FormProvider>
  );
}
