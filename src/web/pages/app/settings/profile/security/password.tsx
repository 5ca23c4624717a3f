import { useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router';
import { z } from 'zod';
import { newPassword, password } from '#contract/shapes.ts';
import { api } from '#web/api/api.ts';
import {
  schemaResolver,
  setFormFailure,
  useFieldError,
} from '#web/components/forms/form-failures.ts';
import { FormFooter } from '#web/components/forms/form-footer.tsx';
import { setPasswordPath } from '#web/pages/app/settings/profile/set-password-path.ts';
import { grantsQuery, sessionsQuery } from '#web/session/sessions.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Card } from '#web/ui/card.tsx';
import { PasswordField } from '#web/ui/password-field.tsx';
import { toast } from '#web/ui/toaster.tsx';

const schema = z
  .object({ passwordCurrent: password, passwordNew: newPassword, passwordConfirm: password })
  .refine((given) => given.passwordNew === given.passwordConfirm, {
    path: ['passwordConfirm'],
    error: 'account.passwordMismatch',
  });

const empty = { passwordCurrent: '', passwordNew: '', passwordConfirm: '' };

/** Changes the password; the server ends all other sessions (R-ACC-19). */
export function ChangePassword({ email }: { email: string }) {
  const { t } = useTranslation();
  const errorText = useFieldError();
  const cache = useQueryClient();
  const form = useForm({
    resolver: schemaResolver(schema),
    mode: 'onChange',
    defaultValues: empty,
  });
  const { register, handleSubmit, setError, getFieldState, trigger, reset, formState } = form;
  const { errors } = formState;

  const save = handleSubmit(async (body) => {
    try {
      await api.users.updatePassword({ body });
    } catch (error) {
      return setFormFailure(error, { setError, fieldOf });
    }
    reset(empty);
    await cache.invalidateQueries(sessionsQuery);
    const given = await cache.fetchQuery(grantsQuery).catch(() => []);
    void toast({
      tone: 'success',
      title: t('settings.profile.security.saved'),
      ...(given.length > 0 && { text: t('account.grants.stillWorking') }),
    });
  });

  return (
    <form noValidate onSubmit={(event) => void save(event)}>
      <Card
        footer={
          <FormFooter state={formState} label={t('settings.profile.security.submit')}>
            <Link
              to={setPasswordPath(email)}
              className="text-sm font-semibold text-accent-ink underline-offset-4 hover:underline"
            >
              {t('settings.profile.security.forgot')}
            </Link>
          </FormFooter>
        }
      >
        <div className="grid gap-5 sm:grid-cols-2">
          {/* Tells password managers which account the password belongs to. */}
          <input type="email" autoComplete="username" value={email} readOnly hidden />
          <PasswordField
            {...register('passwordCurrent')}
            label={t('settings.profile.security.current')}
            autoComplete="current-password"
            className="sm:col-span-2 sm:w-[calc(50%-0.625rem)]"
            error={
              errors.passwordCurrent?.type === wrong
                ? t('settings.profile.security.wrong')
                : errorText(errors.passwordCurrent)
            }
          />
          <PasswordField
            {...register('passwordNew', {
              onChange: () =>
                getFieldState('passwordConfirm').isDirty && trigger('passwordConfirm'),
            })}
            label={t('settings.profile.security.new')}
            hint={t('settings.profile.security.newHint')}
            autoComplete="new-password"
            error={errorText(errors.passwordNew)}
          />
          <PasswordField
            {...register('passwordConfirm')}
            label={t('settings.profile.security.confirm')}
            autoComplete="new-password"
            error={
              errors.passwordConfirm?.type === mismatch
                ? t('settings.profile.security.mismatch')
                : errorText(errors.passwordConfirm)
            }
          />
        </div>
      </Card>
    </form>
  );
}

const wrong: string = 'account.login.invalid';
const mismatch: string = 'account.passwordMismatch';

function fieldOf(name: string) {
  if (name === wrong) return 'passwordCurrent';
  if (name === mismatch) return 'passwordConfirm';
  return (['passwordCurrent', 'passwordNew', 'passwordConfirm'] as const).find(
    (known) => known === name,
  );
}
