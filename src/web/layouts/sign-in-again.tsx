import { useLayoutEffect } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { password } from '#contract/shapes.ts';
import type { User } from '#contract/users.ts';
import { api } from '#web/api/api.ts';
import { storeToken } from '#web/api/credentials.ts';
import {
  schemaResolver,
  setFormFailure,
  useFieldError,
} from '#web/components/forms/form-failures.ts';
import { FormFooter } from '#web/components/forms/form-footer.tsx';
import { useSignInElsewhere } from '#web/components/security/use-sign-in-elsewhere.ts';
import { openAccount } from '#web/components/security/watch-account.tsx';
import { cacheUser } from '#web/session/session.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Modal } from '#web/ui/dialogs/modal.tsx';
import { PasswordField } from '#web/ui/password-field.tsx';
import { TextField } from '#web/ui/text-field.tsx';

const schema = z.object({ password });

type Props = {
  /** The user whose session has ended. */
  user: User;
  /** Reports whether there is a new session. */
  onDone: (isRenewed: boolean) => void;
};

/** Signs the same user in again, above the page and its unsaved changes. */
export function SignInAgain(props: Props) {
  const { t } = useTranslation();
  return (
    <Modal title={t('common.signedOut.title')} onClose={() => props.onDone(false)}>
      <Form {...props} />
    </Modal>
  );
}

function Form({ user, onDone }: Props) {
  const { t } = useTranslation();
  const errorText = useFieldError();
  const { register, handleSubmit, setError, setFocus, formState } = useForm({
    resolver: schemaResolver(schema),
    defaultValues: { password: '' },
  });
  // Before the dialog would focus its first button.
  useLayoutEffect(() => setFocus('password'), [setFocus]);
  const signIn = handleSubmit(async (given) => {
    try {
      const session = await api.accounts.login({ body: { email: user.email, ...given } });
      storeToken(session.token);
      cacheUser(session.user);
      onDone(true);
    } catch (error) {
      const fieldOf = (name: string) =>
        ['password', 'account.login.invalid'].includes(name) ? ('password' as const) : undefined;
      setFormFailure(error, { setError, fieldOf });
    }
  });
  useSignInElsewhere(async () => {
    const now = await api.users.getCurrent();
    if (now.id === user.id) onDone(true);
    else await openAccount(now);
  });
  return (
    <form noValidate onSubmit={(event) => void signIn(event)} className="grid gap-5">
      <p className="text-sm text-muted">{t('common.signedOut.keep')}</p>
      <TextField
        type="email"
        label={t('common.signedOut.email')}
        autoComplete="username"
        value={user.email}
        readOnly
      />
      <PasswordField
        {...register('password')}
        label={t('common.signedOut.password')}
        autoComplete="current-password"
        error={errorText(formState.errors.password)}
      />
      <div className="flex flex-wrap items-center justify-end gap-2">
        <FormFooter state={formState} label={t('common.signedOut.submit')}>
          <a
            href="/account/login"
            target="_blank"
            rel="noreferrer"
            className="text-sm font-semibold text-accent-ink underline-offset-4 hover:underline"
          >
            {t('common.signedOut.elsewhere')}
          </a>
        </FormFooter>
      </div>
    </form>
  );
}
