import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Role } from '#contract/access.ts';
import { maxInvitations, splitAddresses } from '#contract/onboarding/addresses.ts';
import { useReadOnly } from '#web/components/billing/use-read-only.ts';
import { failureText } from '#web/components/errors/failure-text.ts';
import { roleName } from '#web/components/role-name.ts';
import { useTranslation } from '#web/session/translation.ts';
import { ChoiceGroup } from '#web/ui/choice-group.tsx';
import { useDialogs } from '#web/ui/dialogs/dialogs.tsx';
import { TextArea } from '#web/ui/text-field.tsx';
import { inviteManyForm, type InviteManyProps } from './invite-many-state.ts';
import { parseRole, roleKey } from './member-input.ts';
import { inviteAll } from './queries.ts';
import { useRoleChoices } from './use-role-choices.ts';

/** Asks for the addresses and the role, and invites after a confirmation (R-ONB-12). */
export function InviteManyForm({ state, onChange }: InviteManyProps) {
  const { t } = useTranslation();
  const dialogs = useDialogs();
  const choices = useRoleChoices();
  const readOnly = useReadOnly();
  const { register, getValues } = useForm({ defaultValues: { role: roleKey(Role.Member) } });
  const [error, setError] = useState<string>();
  const { text, isBusy } = state;
  const addresses = splitAddresses(text);
  const count = addresses.length;
  const send = async () => {
    if (isBusy || readOnly) return;
    if (count === 0) return setError(t('onboarding.many.empty'));
    if (count > maxInvitations) {
      return setError(t('onboarding.many.tooMany', { max: maxInvitations, given: count }));
    }
    const role = parseRole(getValues());
    const sure = await dialogs.confirm({
      title: t('onboarding.many.sendTitle', { count, role: roleName(t, role) }),
      text: t('onboarding.many.sendText'),
      yes: t('onboarding.many.send'),
      no: t('common.action.cancel'),
    });
    if (!sure) return;
    onChange({ ...state, isBusy: true });
    try {
      onChange({ ...(await inviteAll(addresses, role)), isBusy: false });
    } catch (refusal) {
      onChange({ ...state, isBusy: false });
      setError(failureText(t, refusal) ?? t('errors.internal'));
    }
  };
  return (
    <form
      id={inviteManyForm}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <fieldset disabled={readOnly !== null} className="flex flex-col gap-5">
        <TextArea
          label={t('onboarding.many.addresses')}
          hint={
            count > 0
              ? t('onboarding.many.count', { count })
              : t('onboarding.many.hint', { max: maxInvitations })
          }
          rows={6}
          autoComplete="off"
          spellCheck={false}
          value={text}
          error={error}
          onChange={(event) => {
            setError(undefined);
            onChange({ ...state, text: event.target.value });
          }}
        />
        <ChoiceGroup
          {...register('role')}
          type="radio"
          label={t('members.form.role')}
          choices={choices}
        />
      </fieldset>
    </form>
  );
}
