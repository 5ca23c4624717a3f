import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router';
import { api } from '#web/api/api.ts';
import { SubmitButton } from '#web/components/forms/submit-button.tsx';
import { useTranslation } from '#web/session/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { FormFailure } from './form-failure.tsx';
import { formResolver, setFormFailure, useFieldError } from './form-resolver.ts';
import { textLinkClass } from './panel.tsx';
import { loginPathWith } from './paths.ts';
import { correctionTokenOf, storeRegistration } from './registration.ts';

type Sent = { email: string; verifyToken?: string | undefined };

export type VerificationHelpProps = {
  email: string;
  /** Called with the address after a correction, and with the link's token of the local mailbox. */
  onSent?: (sent: Sent) => void;
};

/**
 * Offers to send the verification email again and, in the browser that registered, to correct the
 * address (R-ACC-28).
 */
export function VerificationHelp({ email: given, onSent }: VerificationHelpProps) {
  const { t } = useTranslation();
  const [email, setEmail] = useState(given);
  const token = correctionTokenOf(email);
  const [isCorrecting, setIsCorrecting] = useState(false);
  const [sentTo, setSentTo] = useState<string>();
  const form = useForm();
  const { errors, isSubmitting } = form.formState;
  const resend = form.handleSubmit(async () => {
    setSentTo(undefined);
    try {
      const { verifyToken } = await api.accounts.resendVerification({ body: { email } });
      setSentTo(email);
      onSent?.({ email, verifyToken });
    } catch (error) {
      setFormFailure(error, { setError: form.setError, fieldOf: () => undefined });
    }
  });
  const onCorrected = (sent: Sent) => {
    setEmail(sent.email);
    setIsCorrecting(false);
    setSentTo(sent.email);
    onSent?.(sent);
  };
  return (
    <div className="grid gap-4 text-sm">
      <p className="text-pretty text-muted">{t('account.verification.help')}</p>
      <div className="flex flex-wrap justify-center gap-3">
        <Button variant="white" loading={isSubmitting} onClick={() => void resend()}>
          {t('account.verification.resend')}
        </Button>
        {token && (
          <Button
            variant="white"
            aria-expanded={isCorrecting}
            onClick={() => setIsCorrecting(!isCorrecting)}
          >
            {t('account.verification.correct')}
          </Button>
        )}
      </div>
      <p role="status" className="text-success-ink empty:hidden">
        {sentTo && t('account.verification.sent', { email: sentTo })}
      </p>
      <FormFailure
        errors={errors}
        title={t('account.verification.failed')}
        next={{ 'account.verify.alreadyVerified': <SignInLink email={email} /> }}
      />
      {isCorrecting && token && (
        <CorrectionForm formerEmail={email} token={token} onSent={onCorrected} />
      )}
    </div>
  );
}

type Values = { email: string };

const resolver = formResolver<Values>('forgot');

type CorrectionProps = { formerEmail: string; token: string; onSent: (sent: Sent) => void };

const focusInput = (form: HTMLFormElement | null) => form?.querySelector('input')?.focus();

function CorrectionForm({ formerEmail, token, onSent }: CorrectionProps) {
  const { t } = useTranslation();
  const errorText = useFieldError();
  const form = useForm<Values>({ resolver, mode: 'onChange' });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async ({ email }) => {
    try {
      const sent = await api.accounts.correctEmail({ body: { email, formerEmail, token } });
      storeRegistration(email, sent.correctionToken);
      onSent({ email, verifyToken: sent.verifyToken });
    } catch (error) {
      const fieldOf = (name: string) => (name === 'email' ? name : undefined);
      setFormFailure(error, { setError: form.setError, fieldOf });
    }
  });
  return (
    <form
      ref={focusInput}
      method="post"
      noValidate
      onSubmit={submit}
      className="grid gap-4 text-start"
    >
      <TextField
        {...form.register('email')}
        type="email"
        label={t('account.verification.newEmail')}
        autoComplete="email"
        defaultValue={formerEmail}
        error={errorText(errors.email)}
      />
      <FormFailure
        errors={errors}
        title={t('account.verification.correctFailed')}
        next={{
          'account.login.exists': <SignInLink email={form.getValues('email')} />,
          'account.verify.alreadyVerified': <SignInLink email={formerEmail} />,
        }}
      />
      <SubmitButton loading={isSubmitting}>{t('account.verification.submit')}</SubmitButton>
    </form>
  );
}

function SignInLink({ email }: { email: string }) {
  const { t } = useTranslation();
  return (
    <Link to={loginPathWith({ email })} className={textLinkClass}>
      {t('account.register.otherEmail')}
    </Link>
  );
}
