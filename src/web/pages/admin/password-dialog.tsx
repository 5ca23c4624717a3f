import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { newPassword } from '#contract/shapes.ts';
import { api } from '#web/api/api.ts';
import { failureText } from '#web/components/errors/failure-text.ts';
import { schemaResolver, useFieldError } from '#web/components/forms/form-failures.ts';
import { FormFooter } from '#web/components/forms/form-footer.tsx';
import { useTranslation } from '#web/session/translation.ts';
import { useDialogs } from '#web/ui/dialogs/dialogs.tsx';
import { Modal } from '#web/ui/dialogs/modal.tsx';
import { PasswordField } from '#web/ui/password-field.tsx';
import { toast } from '#web/ui/toaster.tsx';

const schema = z.object({ password: newPassword });

type Props = {
  user: { id: string; email: string; name: string };
  onClose: () => void;
};

/** Sets a user's password after a confirmation (R-OPR-03). */
export function PasswordDialog({ user, onClose }: Props) {
  const { t } = useTranslation();
  return (
    <Modal title={t('admin.password.title', { name: user.name })} onClose={onClose}>
      <Form {...{ user, onClose }} />
    </Modal>
  );
}

/** Renders the form inside of the dialog, so that the confirmation opens on top of it. */
function Form({ user: { id, email, name }, onClose }: Props) {
  const { t } = useTranslation();
  const dialogs = useDialogs();
  const errorText = useFieldError();
  const { register, handleSubmit, formState } = useForm({
    resolver: schemaResolver(schema),
    mode: 'onChange',
    defaultValues: { password: '' },
  });
  const { password: problem } = formState.errors;
  const save = handleSubmit(async (body) => {
    const title = t('admin.password.confirm', { name });
    const text = t('admin.password.confirmText');
    const [yes, no] = [t('admin.password.submit'), t('common.action.cancel')];
    if (!(await dialogs.confirm({ title, text, yes, no }))) return;
    try {
      await api.users.setPassword({ params: { userId: id }, body });
    } catch (error) {
      const message = failureText(t, error) ?? t('errors.internal');
      return dialogs.error({ text: t('admin.password.error', { message }) });
    }
    onClose();
    void toast({ tone: 'success', title: t('admin.password.saved') });
  });
  return (
    <form noValidate onSubmit={(event) => void save(event)} className="grid gap-5">
      <p className="text-sm text-pretty text-muted">{t('admin.password.text')}</p>
      {/* Tells password managers which account the password belongs to. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        {...register('password')}
        label={t('admin.password.field')}
        autoComplete="new-password"
        error={
          problem?.type === tooShort ? t('errors.account.passwordTooShort') : errorText(problem)
        }
      />
      <div className="flex flex-wrap justify-end gap-2">
        <FormFooter state={formState} label={t('admin.password.submit')} />
      </div>
    </form>
  );
}

const tooShort: string = 'field.tooShort';
