import { useId, type ReactNode } from 'react';
import { FormProvider, type UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { TenantUser } from '#contract/membership.ts';
import { showFailure } from '#web/components/form-failures.ts';
import { useSession } from '#web/session/session.ts';
import { Banner } from '#web/ui/banner.tsx';
import { useDialogs, type Question } from '#web/ui/dialogs.tsx';
import { SidePanel } from '#web/ui/side-panel.tsx';
import { MemberFields } from './member-fields.tsx';
import { MemberFooter } from './member-footer.tsx';
import { fieldOf, type MemberValues } from './member-input.ts';
import { manages } from './rules.ts';

interface Props {
  texts: { title: string; description: string | undefined; submit: string };
  form: UseFormReturn<MemberValues, unknown, MemberValues>;
  /** Who is changed; left out, somebody new is invited. */
  member?: TenantUser | 'loading';
  /** What is asked before it is saved. */
  question: (values: MemberValues) => Question;
  onSave: (values: MemberValues) => Promise<void>;
  children?: ReactNode;
}

/** The form of a member beside the list. */
export function MemberPanel({ texts, form, member, children, ...saving }: Props) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { role } = useSession();
  const id = useId();
  const loaded = member === 'loading' ? undefined : member;
  // An Admin who opens an Owner reads, and is told who may write.
  const isTheirs = loaded && !manages(role, loaded.role);
  const locked = member === 'loading' || isTheirs === true;
  const close = () => void navigate('..');
  return (
    <FormProvider {...form}>
      <SidePanel
        title={texts.title}
        description={texts.description}
        changed={form.formState.isDirty}
        onClose={close}
        footer={
          <MemberFooter
            formId={id}
            submit={texts.submit}
            locked={locked}
            member={loaded}
            onClose={close}
          />
        }
      >
        <div className="flex flex-col gap-5">
          {isTheirs && <Banner tone="info">{t('errors.tenant.onlyOwner')}</Banner>}
          {!isTheirs && children}
          <MemberForm id={id} form={form} locked={locked} {...saving}>
            <MemberFields member={loaded} isNew={member === undefined} />
          </MemberForm>
        </div>
      </SidePanel>
    </FormProvider>
  );
}

type FormProps = Pick<Props, 'form' | 'question' | 'onSave' | 'children'> & {
  id: string;
  locked: boolean;
};

/** Asks before it saves; it stands in the panel, whose dialogs are on top of it. */
function MemberForm({ id, form, locked, question, onSave, children }: FormProps) {
  const dialogs = useDialogs();
  const submit = form.handleSubmit(async (values) => {
    if (!(await dialogs.confirm(question(values)))) return;
    await onSave(values).catch((error: unknown) =>
      showFailure(error, { setError: form.setError, fieldOf }),
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
