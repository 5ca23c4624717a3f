import { useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { useForm } from 'react-hook-form';
import { api } from '#web/api/api.ts';
import {
  schemaResolver,
  setFormFailure,
  useFieldError,
} from '#web/components/forms/form-failures.ts';
import { signInQuery } from '#web/session/sessions.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Modal } from '#web/ui/dialogs/modal.tsx';
import { PasswordField } from '#web/ui/password-field.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toaster.tsx';
import { newEmailSchema } from './profile-input.ts';

/** Asks for the new email and the password, then mails a link to the new email (R-ACC-29). */
export function ChangeEmail({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const errorText = useFieldError();
  const cache = useQueryClient();
  const formId = useId();
  const form = useForm({
    resolver: schemaResolver(newEmailSchema),
    defaultValues: { email: '', password: '' },
  });
  const { register, handleSubmit, setError, formState } = form;
  const { errors, isSubmitting } = formState;
  const save = handleSubmit(async (body) => {
    try {
      await api.signIn.requestEmail({ body });
    } catch (error) {
      return setFormFailure(error, { setError, fieldOf });
    }
    void toast({ tone: 'success', title: t('settings.profile.email.sent', { email: body.email }) });
    onClose();
    await cache.invalidateQueries(signInQuery);
  });
  const refusal = errorText(errors.root?.['server']);
  return (
    <Modal
      title={t('settings.profile.email.title')}
      onClose={onClose}
      footer={
        <>
          <Button variant="white" onClick={onClose}>
            {t('common.action.cancel')}
          </Button>
          <Button type="submit" form={formId} loading={isSubmitting}>
            {t('settings.profile.email.submit')}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={(event) => void save(event)} className="grid gap-5">
        <p className="text-sm text-pretty text-muted">{t('settings.profile.email.text')}</p>
        {refusal && (
          <Banner tone="danger" role="alert" title={t('settings.profile.email.failed')}>
            {refusal}
          </Banner>
        )}
        <TextField
          {...register('email')}
          type="email"
          label={t('settings.profile.email.new')}
          autoComplete="email"
          autoCapitalize="none"
          error={
            errors.email?.type === exists
              ? t('settings.profile.email.exists')
              : errorText(errors.email)
          }
        />
        <PasswordField
          {...register('password')}
          label={t('settings.profile.security.current')}
          autoComplete="current-password"
          error={
            errors.password?.type === wrong
              ? t('settings.profile.security.wrong')
              : errorText(errors.password)
          }
        />
      </form>
    </Modal>
  );
}

const wrong: string = 'account.login.invalid';
const exists: string = 'account.login.exists';

function fieldOf(name: string) {
  if (name === wrong) return 'password';
  if (name === exists || name === 'account.sameEmail') return 'email';
  return (['email', 'password'] as const).find((known) => known === name);
}
