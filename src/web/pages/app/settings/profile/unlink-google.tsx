import { useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { useForm } from 'react-hook-form';
import { api } from '#web/api/api.ts';
import { setFormFailure, useFieldError } from '#web/components/forms/form-failures.ts';
import { sessionsQuery, signInQuery } from '#web/session/sessions.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Modal } from '#web/ui/dialogs/modal.tsx';
import { PasswordField } from '#web/ui/password-field.tsx';
import { toast } from '#web/ui/toaster.tsx';

/** Asks for the password, then unlinks the Google account. */
export function UnlinkGoogle({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const errorText = useFieldError();
  const cache = useQueryClient();
  const formId = useId();
  const { register, handleSubmit, setError, formState } = useForm({
    defaultValues: { password: '' },
  });
  const { errors, isSubmitting } = formState;
  const unlink = handleSubmit(async (body) => {
    try {
      await api.signIn.unlinkGoogle({ body });
    } catch (error) {
      return setFormFailure(error, {
        setError,
        fieldOf: (name) => (name === wrong || name === 'password' ? 'password' : undefined),
      });
    }
    void toast({ tone: 'success', title: t('settings.profile.security.google.done') });
    onClose();
    await Promise.all([
      cache.invalidateQueries(signInQuery),
      cache.invalidateQueries(sessionsQuery),
    ]);
  });
  const refusal = errorText(errors.root?.['server']);
  return (
    <Modal
      title={t('settings.profile.security.google.confirm')}
      onClose={onClose}
      footer={
        <>
          <Button variant="white" onClick={onClose}>
            {t('common.action.cancel')}
          </Button>
          <Button type="submit" form={formId} loading={isSubmitting}>
            {t('settings.profile.security.google.unlink')}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={(event) => void unlink(event)} className="grid gap-5">
        <p className="text-sm text-pretty text-muted">
          {t('settings.profile.security.google.confirmText')}
        </p>
        {refusal && (
          <Banner tone="danger" role="alert" title={t('settings.profile.security.google.failed')}>
            {refusal}
          </Banner>
        )}
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
