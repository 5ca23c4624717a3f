import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, useId } from 'react';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router';
import { LoginType } from '#contract/statuses.ts';
import type { User } from '#contract/users.ts';
import { api } from '#web/api/api.ts';
import { setFormFailure, useFieldError } from '#web/components/forms/form-failures.ts';
import { PasswordNeeded } from '#web/pages/app/settings/profile/password-needed.tsx';
import { setPasswordPath } from '#web/pages/app/settings/profile/set-password-path.ts';
import { signInQuery, sessionsQuery } from '#web/session/sessions.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Modal } from '#web/ui/dialogs/modal.tsx';
import { PasswordField } from '#web/ui/password-field.tsx';
import { toast } from '#web/ui/toaster.tsx';
import { ChangePassword } from './password.tsx';

/** Shows the password, and Google where it is configured. */
export function PasswordAndGoogle({ user: { email, loginType, impersonatedBy } }: { user: User }) {
  const { t } = useTranslation();
  const { data } = useQuery(signInQuery);
  // Known with the page, so that nothing moves: the reply only differs after a Google account has set a password.
  const hasPassword = data?.hasPassword ?? loginType === LoginType.Password;
  return (
    <div className="grid gap-4">
      {hasPassword ? (
        <ChangePassword email={email} />
      ) : (
        <Banner tone="info">
          <p>{t('settings.profile.security.none')}</p>
          <Link
            to={setPasswordPath(email)}
            className="font-semibold text-accent-ink underline-offset-4 hover:underline"
          >
            {t('settings.profile.security.setPassword')}
          </Link>
        </Banner>
      )}
      {!impersonatedBy && data && (data.hasGoogle || data.canLinkGoogle) && (
        <GoogleAccount email={email} isLinked={data.hasGoogle} hasPassword={hasPassword} />
      )}
    </div>
  );
}

type Props = {
  email: string;
  isLinked: boolean;
  hasPassword: boolean;
};

/** Links or unlinks the Google account; the last way to sign in can't be unlinked (R-ACC-34). */
function GoogleAccount({ email, isLinked, hasPassword }: Props) {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  return (
    <Card>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <div className="min-w-0">
          <p className="text-sm font-medium">{t('settings.profile.security.google.name')}</p>
          <p className="text-sm text-pretty text-muted">
            {t(`settings.profile.security.google.${isLinked ? 'linked' : 'unlinked'}`)}
          </p>
        </div>
        {isLinked ? (
          <Button variant="white" size="sm" onClick={() => setIsOpen(true)}>
            {t('settings.profile.security.google.unlink')}
          </Button>
        ) : (
          <Button variant="white" size="sm" render={<Link reloadDocument to="/account/google" />}>
            {t('settings.profile.security.google.link')}
          </Button>
        )}
      </div>
      {isOpen && hasPassword && <UnlinkGoogle onClose={close} />}
      {isOpen && !hasPassword && (
        <PasswordNeeded
          title={t('settings.profile.security.google.confirm')}
          text={t('settings.profile.security.google.needsPassword')}
          email={email}
          onClose={close}
        />
      )}
    </Card>
  );
}

/** Asks for the password, then unlinks the Google account. */
function UnlinkGoogle({ onClose }: { onClose: () => void }) {
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
