import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { UserType } from '#contract/access.ts';
import type { User } from '#contract/users.ts';
import { api } from '#web/api/api.ts';
import { useDraft } from '#web/components/drafts/use-draft.tsx';
import {
  schemaResolver,
  setFormFailure,
  useFieldError,
} from '#web/components/forms/form-failures.ts';
import { FormFooter } from '#web/components/forms/form-footer.tsx';
import { PictureUpload } from '#web/components/forms/picture-upload.tsx';
import { initialsOf } from '#web/components/initials.ts';
import { cacheUser } from '#web/session/session.ts';
import { signInQuery } from '#web/session/sessions.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toaster.tsx';
import { ChangeEmail } from './change-email.tsx';
import { PasswordNeeded } from './password-needed.tsx';
import { profileSchema } from './profile-input.ts';

const names = ['firstName', 'lastName', 'phone'] as const;

/** Edits name, phone and picture; the email changes in a dialog of its own. */
export function ProfileDetails({ user }: { user: User }) {
  const { t } = useTranslation();
  const errorText = useFieldError();
  const { firstName, lastName, phone } = user;
  const form = useForm({
    resolver: schemaResolver(profileSchema),
    mode: 'onChange',
    defaultValues: { firstName, lastName, phone },
  });
  const { register, handleSubmit, setError, reset, formState } = form;
  const draft = useDraft(form, { name: 'profile' });

  const store = async (change: Promise<User>) => {
    cacheUser(await change);
    void toast({ tone: 'success', title: t('settings.profile.details.saved') });
  };
  const save = handleSubmit(async (body) => {
    try {
      await store(api.users.update({ params: { id: user.id }, body }));
      reset(body);
    } catch (error) {
      setFormFailure(error, { setError, fieldOf: (name) => names.find((known) => known === name) });
    }
  });

  return (
    <form noValidate onSubmit={(event) => void save(event)}>
      <Card
        footer={
          <FormFooter edits state={formState} draft={draft} label={t('common.action.save')} />
        }
      >
        <div className="grid gap-5 sm:grid-cols-2">
          <PictureUpload
            label={t('settings.profile.details.picture')}
            src={user.avatar}
            avatar={<Avatar size="xl" initials={initialsOf(user)} />}
            onStore={(avatar) => store(api.users.updateAvatar({ body: { avatar } }))}
            className="sm:col-span-2"
          />
          <TextField
            {...register('firstName')}
            label={t('account.field.firstName')}
            autoComplete="given-name"
            error={errorText(formState.errors.firstName)}
          />
          <TextField
            {...register('lastName')}
            label={t('account.field.lastName')}
            autoComplete="family-name"
            error={errorText(formState.errors.lastName)}
          />
          <EmailField user={user} />
          <TextField
            {...register('phone')}
            type="tel"
            label={t('account.field.phone')}
            autoComplete="tel"
            error={errorText(formState.errors.phone)}
            optional
          />
        </div>
      </Card>
    </form>
  );
}

/** Shows the email, the address that awaits confirmation, and the button that changes it (R-ACC-24). */
function EmailField({ user: { email, type, impersonatedBy } }: { user: User }) {
  const { t } = useTranslation();
  const { data } = useQuery(signInQuery);
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  const canChange = type !== UserType.Admin && !impersonatedBy;
  const pending = data?.pendingEmail;
  return (
    <div className="flex flex-col items-start gap-2">
      <TextField
        id="email"
        type="email"
        label={t('account.field.email')}
        hint={
          pending
            ? t('settings.profile.email.pending', { email: pending })
            : t('settings.profile.details.emailHint')
        }
        autoComplete="email"
        value={email}
        readOnly
        className="w-full"
      />
      {canChange && (
        <Button variant="white" size="sm" onClick={() => setIsOpen(true)}>
          {t('settings.profile.email.change')}
        </Button>
      )}
      {isOpen &&
        (data?.hasPassword === false ? (
          <PasswordNeeded
            title={t('settings.profile.email.title')}
            text={t('settings.profile.email.noPassword')}
            email={email}
            onClose={close}
          />
        ) : (
          <ChangeEmail onClose={close} />
        ))}
    </div>
  );
}
