import { useFormContext } from 'react-hook-form';
import type { TenantUser } from '#contract/membership.ts';
import { useFieldError } from '#web/components/forms/form-failures.ts';
import { useTranslation } from '#web/session/translation.ts';
import { ChoiceGroup } from '#web/ui/choice-group.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import type { MemberValues } from './member-input.ts';
import { useRoleChoices } from './use-role-choices.ts';

type Props = { member: TenantUser | undefined; isNew: boolean };

/**
 * Renders name, phone, role and email of a member. The email is fixed after the invitation
 * (R-MEM-02).
 */
export function MemberFields({ member, isNew }: Props) {
  const { t } = useTranslation();
  const errorText = useFieldError();
  const { register, formState } = useFormContext<MemberValues>();
  const { errors } = formState;
  const choices = useRoleChoices(member?.role);
  return (
    <>
      <TextField
        {...register('email')}
        type="email"
        label={t('account.field.email')}
        autoComplete="off"
        disabled={!isNew}
        error={errorText(errors.email)}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          {...register('firstName')}
          label={t('account.field.firstName')}
          autoComplete="off"
          error={errorText(errors.firstName)}
        />
        <TextField
          {...register('lastName')}
          label={t('account.field.lastName')}
          autoComplete="off"
          error={errorText(errors.lastName)}
        />
      </div>
      <TextField
        {...register('phone')}
        type="tel"
        label={t('account.field.phone')}
        autoComplete="off"
        optional
        error={errorText(errors.phone)}
      />
      <ChoiceGroup
        {...register('role')}
        type="radio"
        label={t('members.form.role')}
        choices={choices}
        error={errorText(errors.role)}
      />
    </>
  );
}
