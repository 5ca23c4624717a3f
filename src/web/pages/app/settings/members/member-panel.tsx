import { useId, type ReactNode } from 'react';
import { FormProvider, type UseFormReturn } from 'react-hook-form';
import { useNavigate } from 'react-router';
import type { TenantUser } from '#contract/membership.ts';
import { ReadOnlyNotice } from '#web/components/billing/read-only.tsx';
import { useReadOnly } from '#web/components/billing/use-read-only.ts';
import { useDraft } from '#web/components/drafts/use-draft.tsx';
import { useSession } from '#web/session/session.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Banner } from '#web/ui/banner.tsx';
import type { ConfirmOptions } from '#web/ui/dialogs/dialogs.tsx';
import { SidePanel } from '#web/ui/dialogs/side-panel.tsx';
import { MemberFields } from './member-fields.tsx';
import { MemberFooter } from './member-footer.tsx';
import { MemberForm } from './member-form.tsx';
import type { MemberValues } from './member-input.ts';
import { canManageMember } from './rules.ts';

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
