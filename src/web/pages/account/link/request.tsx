import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router';
import { api } from '#web/api/api.ts';
import { SubmitButton } from '#web/components/forms/submit-button.tsx';
import { FormFailure } from '#web/pages/account/form-failure.tsx';
import { formResolver, setFormFailure, useFieldError } from '#web/pages/account/form-resolver.ts';
import { AccountPanel, FormSuccess, textLinkClass } from '#web/pages/account/panel.tsx';
import { loginPathWith } from '#web/pages/account/paths.ts';
import { useTranslation } from '#web/session/translation.ts';
import { TextField } from '#web/ui/text-field.tsx';

type Values = { email: string };

const resolver = formResolver<Values>('forgot');

/** Asks for the email and requests a link; the reply is the same for every email (R-ACC-37). */
export function LinkRequest({ email: given }: { email: string | null }) {
  const { t } = useTranslation();
  const errorText = useFieldError();
  const [sentTo, setSentTo] = useState<string>();
  const { register, handleSubmit, setError, formState } = useForm<Values>({
    resolver,
    mode: 'onChange',
  });
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async ({ email }) => {
    try {
      await api.signIn.requestLink({ body: { email } });
      setSentTo(email);
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
