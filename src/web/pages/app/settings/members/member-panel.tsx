import { useId, type ReactNode } from 'react';
import { FormProvider, type UseFormReturn, useFormContext } from 'react-hook-form';
import { useNavigate } from 'react-router';
import type { TenantUser } from '#contract/membership.ts';
import { ReadOnlyNotice } from '#web/components/billing/read-only.tsx';
import { useReadOnly } from '#web/components/billing/use-read-only.ts';
import { useDraft } from '#web/components/drafts/use-draft.tsx';
import { setFormFailure, useFieldError } from '#web/components/forms/form-failures.ts';
import { useSession } from '#web/session/session.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Banner } from '#web/ui/banner.tsx';
import { ChoiceGroup } from '#web/ui/choice-group.tsx';
import { type ConfirmOptions, useDialogs } from '#web/ui/dialogs/dialogs.tsx';
import { SidePanel } from '#web/ui/dialogs/side-panel.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { MemberFooter } from './member-footer.tsx';
import { type MemberValues, memberFieldOf } from './member-input.ts';
import { canManageMember } from './rules.ts';
import { useRoleChoices } from './use-role-choices.ts';

type Props = {
  texts: { title: string; description: string | undefined; submit: string };
  form: UseFormReturn<MemberValues, unknown, MemberValues>;
  /** Member to edit; undefined to invite a new one. */
  member?: TenantUser | 'loading';
  /** Confirmation shown before saving. */
  question: (values: MemberValues) => ConfirmOptions | Promise<ConfirmOptions>;
  onSave: (values: MemberValues) => Promise<void>;
  /** Replaces the form and the footer. */
  other?: { content: ReactNode; footer: ReactNode; isChanged: boolean } | undefined;
  /** Shown above the form. */
  children?: ReactNode;
  /** Shown below the form. */
  further?: ReactNode;
};

/** Renders the form of a member in a panel beside the list. */
export function MemberPanel(props: Props) {
  const { texts, form, member, other, children, further, onSave, question } = props;
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { role } = useSession();
  const readOnly = useReadOnly();
  const id = useId();
  const loaded = member === 'loading' ? undefined : member;
  // An admin sees an owner's details read-only, with the reason (R-MEM-03).
  const isTheirs = loaded && !canManageMember(role, loaded.role);
  const locked = member === 'loading' || isTheirs === true;
  const draft = useDraft(form, {
    name: `members/${loaded?.id ?? 'new'}`,
    isReady: !locked && readOnly === null,
  });
  const close = () => {
    void draft.remove();
    void navigate('..');
  };
  const save = async (values: MemberValues) => {
    await onSave(values);
    await draft.remove();
  };
  return (
    <FormProvider {...form}>
      <SidePanel
        title={texts.title}
        description={texts.description}
        changed={form.formState.isDirty || (other?.isChanged ?? false)}
        kept={draft.isKept && !other?.isChanged}
        onClose={close}
        footer={
          other?.footer ?? (
            <MemberFooter
              formId={id}
              submit={texts.submit}
              locked={locked}
              unsendable={readOnly !== null}
              member={loaded}
              onClose={close}
            />
          )
        }
      >
        <div className="flex flex-col gap-5">
          <ReadOnlyNotice />
          {isTheirs && <Banner tone="info">{t('errors.tenant.onlyOwner')}</Banner>}
          {!isTheirs && children}
          {other?.content ?? (
            <>
              {draft.notice}
              <MemberForm
                id={id}
                form={form}
                locked={locked || readOnly !== null}
                question={question}
                onSave={save}
              >
                <MemberFields member={loaded} isNew={member === undefined} />
              </MemberForm>
              {!isTheirs && further}
            </>
          )}
        </div>
      </SidePanel>
    </FormProvider>
  );
}

type MemberFormProps = {
  id: string;
  form: UseFormReturn<MemberValues, unknown, MemberValues>;
  locked: boolean;
  /** Confirmation shown before saving. */
  question: (values: MemberValues) => ConfirmOptions | Promise<ConfirmOptions>;
  onSave: (values: MemberValues) => Promise<void>;
  children: ReactNode;
};

/**
 * Confirms, then saves. Rendered inside of the panel, so that its dialogs open on top of the panel.
 */
function MemberForm({ id, form, locked, question, onSave, children }: MemberFormProps) {
  const dialogs = useDialogs();
  const submit = form.handleSubmit(async (values) => {
    try {
      if (await dialogs.confirm(await question(values))) await onSave(values);
    } catch (error) {
      setFormFailure(error, { setError: form.setError, fieldOf: memberFieldOf });
    }
  });
  return (
    <form id={id} noValidate onSubmit={(event) => void submit(event)}>
      <fieldset disabled={locked} aria-busy={locked} className="flex flex-col gap-5">
        {children}
      </fieldset>
    </form>
  );
}

type MemberFieldsProps = { member: TenantUser | undefined; isNew: boolean };

/**
 * Renders name, phone, role and email of a member. The email is fixed after the invitation
 * (R-MEM-02).
 */
function MemberFields({ member, isNew }: MemberFieldsProps) {
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
