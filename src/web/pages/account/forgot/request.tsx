import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link, useSearchParams } from 'react-router';
import { api } from '#web/api/api.ts';
import { SubmitButton } from '#web/components/forms/submit-button.tsx';
import { FormFailure } from '#web/pages/account/form-failure.tsx';
import { formResolver, setFormFailure, useFieldError } from '#web/pages/account/form-resolver.ts';
import { FormSuccess, AccountPanel, textLinkClass } from '#web/pages/account/panel.tsx';
import { loginPathWith, registerPathWith, resetPath } from '#web/pages/account/paths.ts';
import { useTranslation } from '#web/session/translation.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/text-field.tsx';

type Values = { email: string };
type ResetRequested = Values & { verifyToken?: string | undefined };

const resolver = formResolver<Values>('forgot');

/** Asks for the email, requests a reset link and confirms that it was sent (R-ACC-13). */
export function ResetRequest() {
  const { t } = useTranslation();
  const [query] = useSearchParams();
  const [sent, setSent] = useState<ResetRequested>();
  if (sent) return <LinkSent {...sent} />;
  const email = query.get('e');
  return (
    <AccountPanel
      title={t('account.reset.title')}
      text={t('account.reset.text')}
      footer={<BackToLogin email={email} />}
    >
      <RequestForm email={email} onSent={setSent} />
    </AccountPanel>
  );
}

type FormProps = { email: string | null; onSent: (sent: ResetRequested) => void };

function RequestForm({ email: given, onSent }: FormProps) {
  const { t } = useTranslation();
  const errorText = useFieldError();
  const form = useForm<Values>({ resolver, mode: 'onChange' });
  const { register, handleSubmit, setError, getValues, formState } = form;
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async ({ email }) => {
    try {
      onSent({ email, ...(await api.accounts.reset({ params: { email } })) });
    } catch (error) {
      setFormFailure(error, { setError, fieldOf: (name) => (name === 'email' ? name : undefined) });
    }
  });
  return (
    <form method="post" noValidate onSubmit={submit} className="grid gap-5">
      <TextField
        {...register('email')}
        type="email"
        label={t('account.field.email')}
        autoComplete="username"
        defaultValue={given ?? undefined}
        error={errorText(errors.email)}
      />
      <FormFailure
        errors={errors}
        title={t('account.reset.failed')}
        next={{
          'account.login.nonexistent': (
            <Link to={registerPathWith({ email: getValues('email') })} className={textLinkClass}>
              {t('account.login.register')}
            </Link>
          ),
        }}
      />
      <SubmitButton loading={isSubmitting} className="min-h-11">
        {t('account.reset.submit')}
      </SubmitButton>
    </form>
  );
}

/** Shows that the email was sent, with the link itself while the local mailbox is in use. */
function LinkSent({ email, verifyToken }: ResetRequested) {
  const { t } = useTranslation();
  return (
    <FormSuccess title={t('account.reset.sentTitle')} text={t('account.reset.sentText', { email })}>
      {verifyToken && (
        <p className="mb-6">
          <Link to={resetPath(email, verifyToken)} className={buttonClass()}>
            {t('account.reset.clickToVerify')}
          </Link>
        </p>
      )}
      <BackToLogin email={email} />
    </FormSuccess>
  );
}

function BackToLogin({ email }: { email: string | null }) {
  const { t } = useTranslation();
  return (
    <Link to={loginPathWith({ email })} className={textLinkClass}>
      {t('account.reset.back')}
    </Link>
  );
}
