import { useId, type ReactNode } from 'react';
import { FormProvider, type UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { TenantUser } from '#contract/membership.ts';
import { ReadOnlyNotice } from '#web/components/billing/read-only.tsx';
import { useReadOnly } from '#web/components/billing/use-read-only.ts';
import { setFormFailure } from '#web/components/forms/form-failures.ts';
import { useSession } from '#web/session/session.ts';
import { Banner } from '#web/ui/banner.tsx';
import { useDialogs, type ConfirmOptions } from '#web/ui/dialogs/dialogs.tsx';
import { SidePanel } from '#web/ui/dialogs/side-panel.tsx';
import { MemberFields } from './member-fields.tsx';
import { MemberFooter } from './member-footer.tsx';
import { memberFieldOf, type MemberValues } from './member-input.ts';
import { canManageMember } from './rules.ts';

interface Props {
  texts: { title: string; description: string | undefined; submit: string };
  form: UseFormReturn<MemberValues, unknown, MemberValues>;
  /** Member to edit; undefined to invite a new one. */
  member?: TenantUser | 'loading';
  /** Confirmation shown before saving. */
  question: (values: MemberValues) => ConfirmOptions;
  onSave: (values: MemberValues) => Promise<void>;
  /** Replaces the form and the footer. */
  other?: { content: ReactNode; footer: ReactNode; isChanged: boolean } | undefined;
  children?: ReactNode;
}

/** Renders the form of a member in a panel beside the list. */
export function MemberPanel({ texts, form, member, other, children, ...saving }: Props) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { role } = useSession();
  const readOnly = useReadOnly();
  const id = useId();
  const loaded = member === 'loading' ? undefined : member;
  // An admin sees an owner's details read-only, with the reason (R-MEM-03).
  const isTheirs = loaded && !canManageMember(role, loaded.role);
  const locked = member === 'loading' || isTheirs === true;
  const close = () => void navigate('..');
  return (
    <FormProvider {...form}>
      <SidePanel
        title={texts.title}
        description={texts.description}
        changed={form.formState.isDirty || (other?.isChanged ?? false)}
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
            <MemberForm id={id} form={form} locked={locked || readOnly !== null} {...saving}>
              <MemberFields member={loaded} isNew={member === undefined} />
            </MemberForm>
          )}
        </div>
      </SidePanel>
    </FormProvider>
  );
}

type FormProps = Pick<Props, 'form' | 'question' | 'onSave' | 'children'> & {
  id: string;
  locked: boolean;
};

/**
 * Confirms, then saves. Rendered inside of the panel, so that its dialogs open on top of the panel.
 */
function MemberForm({ id, form, locked, question, onSave, children }: FormProps) {
  const dialogs = useDialogs();
  const submit = form.handleSubmit(async (values) => {
    if (!(await dialogs.confirm(question(values)))) return;
    await onSave(values).catch((error: unknown) =>
      setFormFailure(error, { setError: form.setError, fieldOf: memberFieldOf }),
    );
  });
  return (
    <form id={id} noValidate onSubmit={(event) => void submit(event)}>
      <fieldset disabled={locked} aria-busy={locked} className="flex flex-col gap-5">
        {children}
      </fieldset>
    </form>
  );
}
