import { useLayoutEffect } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import type { ProofMethod } from '#contract/factors/shapes.ts';
import type { PasskeyAssertionInput } from '#contract/factors/webauthn.ts';
import { password } from '#contract/shapes.ts';
import {
  schemaResolver,
  setFormFailure,
  useFieldError,
} from '#web/components/forms/form-failures.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { PasswordField } from '#web/ui/password-field.tsx';
import { TextField } from '#web/ui/text-field.tsx';

/** Proof of identity that a call takes: the field of its method is set. */
export type Proof<M> = {
  method: M;
  code?: string | undefined;
  password?: string | undefined;
  passkey?: PasskeyAssertionInput | undefined;
  remember: boolean;
};

const schema = z.object({ secret: password, remember: z.boolean() });
const refusals = ['code', 'password', 'factors.invalidCode', 'account.login.invalid'];

type Props<M> = {
  method: M;
  /** Offers not to ask this browser again. */
  canRemember: boolean;
  submit: (proof: Proof<M>) => Promise<void>;
};

/** Asks for a code of the authenticator app, a recovery code or the password. */
export function ProofForm<M extends ProofMethod>({ method, canRemember, submit }: Props<M>) {
  const { t } = useTranslation();
  const errorText = useFieldError();
  const { register, handleSubmit, setError, setFocus, formState } = useForm({
    resolver: schemaResolver(schema),
    defaultValues: { secret: '', remember: false },
  });
  const { errors, isSubmitting } = formState;
  // Before the dialog would focus its first button.
  useLayoutEffect(() => setFocus('secret'), [setFocus]);
  const send = handleSubmit(async ({ secret, remember }) => {
    const proof = method === 'password' ? { password: secret } : { code: secret };
    try {
      await submit({ method, ...proof, remember });
    } catch (error) {
      const fieldOf = (name: string) => (refusals.includes(name) ? ('secret' as const) : undefined);
      setFormFailure(error, { setError, fieldOf });
    }
  });
  return (
    <form noValidate onSubmit={(event) => void send(event)} className="grid gap-5">
      <SecretField method={method} {...register('secret')} error={errorText(errors.secret)} />
      {canRemember && (
        <Checkbox
          {...register('remember')}
          label={t('security.remember')}
          hint={t('security.rememberHint')}
        />
      )}
      <p role="alert" className="text-sm text-danger-ink empty:hidden">
        {errorText(errors.root?.['server'])}
      </p>
      <Button type="submit" loading={isSubmitting} className="min-h-11">
        {t('security.confirm')}
      </Button>
    </form>
  );
}

type FieldProps = Omit<React.ComponentProps<typeof TextField>, 'label' | 'method'> & {
  method: ProofMethod;
};

function SecretField({ method, ...field }: FieldProps) {
  const { t } = useTranslation();
  if (method === 'password') {
    return (
      <PasswordField {...field} label={t('security.password')} autoComplete="current-password" />
    );
  }
  const isTotp = method === 'totp';
  return (
    <TextField
      {...field}
      label={t(isTotp ? 'security.code' : 'security.recoveryCode')}
      hint={t(isTotp ? 'security.codeHint' : 'security.recoveryCodeHint')}
      inputMode={isTotp ? 'numeric' : 'text'}
      autoComplete={isTotp ? 'one-time-code' : 'off'}
      autoCapitalize="none"
      spellCheck={false}
    />
  );
}
