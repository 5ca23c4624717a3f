import { UserRound, UsersRound } from 'lucide-react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useNavigate, Link } from 'react-router';
import { Role } from '#contract/access.ts';
import type { InvitationResult } from '#contract/invitations.ts';
import { api } from '#web/api/api.ts';
import { useReadOnly } from '#web/components/billing/use-read-only.ts';
import { schemaResolver } from '#web/components/forms/form-failures.ts';
import { roleName } from '#web/components/role-name.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { toast } from '#web/ui/toaster.tsx';
import { InviteManyForm } from './invite-many-form.tsx';
import {
  inviteManyForm,
  noAddresses,
  type InviteManyProps,
  type InvitationResults,
} from './invite-many-state.ts';
import { memberSchema, roleKey, parseRole, type MemberValues } from './member-input.ts';
import { MemberPanel } from './member-panel.tsx';
import { refreshMembers } from './queries.ts';
import { upgradePath, useSeatLimitAction } from './seat-limit.ts';

const emptyMember: MemberValues = {
  email: '',
  firstName: '',
  lastName: '',
  phone: '',
  role: roleKey(Role.Member),
};

/** Invites a member by email (R-MEM-02), or several at once (R-ONB-12). */
export function InviteMember() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const form = useForm({
    resolver: schemaResolver(memberSchema),
    mode: 'onChange',
    defaultValues: emptyMember,
  });
  const [isMany, setMany] = useState(false);
  const many = useInviteMany();
  const Icon = isMany ? UserRound : UsersRound;
  const save = async (typed: MemberValues) => {
    const body = { ...typed, role: parseRole(typed) };
    const { email } = await api.invitations.invite({ body });
    await refreshMembers();
    await navigate('..');
    await toast({ tone: 'success', title: t('members.form.sent', { email }) });
  };
  return (
    <MemberPanel
      texts={{
        title: t('members.form.newTitle'),
        description: t('members.form.newText'),
        submit: t('members.form.send'),
      }}
      form={form}
      question={({ email, role }) => ({
        title: t('members.form.sendTitle', { email, role: roleName(t, parseRole({ role })) }),
        text: t('members.form.sendText'),
        yes: t('members.form.send'),
        no: t('common.action.cancel'),
      })}
      onSave={save}
      other={isMany ? many : undefined}
    >
      <Button size="sm" variant="secondary" className="self-start" onClick={() => setMany(!isMany)}>
        <Icon aria-hidden className="size-4" />
        {t(isMany ? 'onboarding.many.one' : 'onboarding.many.several')}
      </Button>
    </MemberPanel>
  );
}

/** Returns the content and the footer of the panel that invites the people of a pasted list (R-ONB-12). */
function useInviteMany() {
  const [state, onChange] = useState(noAddresses);
  return {
    content: <InviteMany state={state} onChange={onChange} />,
    footer: <InviteManyFooter state={state} onChange={onChange} />,
    isChanged: state.text !== '' && state.results === null,
  };
}

/** Renders the form, then a result for each entry. */
function InviteMany(props: InviteManyProps) {
  const { results } = props.state;
  return results ? <ResultList results={results} /> : <InviteManyForm {...props} />;
}

/** Renders the buttons of the list: send, or after the results more and close. */
function InviteManyFooter({ state, onChange }: InviteManyProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const readOnly = useReadOnly();
  const close = () => void navigate('..');
  if (state.results) {
    return (
      <>
        <Button variant="white" onClick={() => onChange({ ...state, results: null })}>
          {t('onboarding.many.more')}
        </Button>
        <Button onClick={close}>{t('common.action.close')}</Button>
      </>
    );
  }
  return (
    <>
      <Button variant="white" onClick={close}>
        {t('common.action.cancel')}
      </Button>
      <Button
        type="submit"
        form={inviteManyForm}
        disabled={readOnly !== null}
        loading={state.isBusy}
      >
        {t('onboarding.many.send')}
      </Button>
    </>
  );
}

const focus = (element: HTMLElement | null) => element?.focus();

const tones: Record<InvitationResult, 'success' | 'neutral' | 'danger' | 'warning'> = {
  invited: 'success',
  existing: 'neutral',
  duplicate: 'neutral',
  invalid: 'danger',
  noSeat: 'warning',
  held: 'warning',
  domain: 'warning',
};

/** Lists what happened to each entry; it takes the focus, so that screen readers announce it. */
function ResultList({ results }: { results: InvitationResults }) {
  const { t } = useTranslation();
  const action = useSeatLimitAction();
  const count = results.filter(({ result }) => result === 'invited').length;
  return (
    <div ref={focus} tabIndex={-1} className="flex flex-col gap-3 outline-none">
      <p role="status" className="font-semibold">
        {count > 0 ? t('onboarding.many.sent', { count }) : t('onboarding.many.sentNone')}
      </p>
      <ul
        role="list"
        aria-label={t('onboarding.many.results')}
        className="divide-y divide-line rounded-lg border border-line"
      >
        {results.map(({ address, result }, index) => (
          // Entries may be equal, and their order is fixed.
          <li
            key={index}
            className="flex flex-col items-start gap-1 px-4 py-2.5 text-sm sm:flex-row sm:items-center sm:gap-3"
          >
            <span className="min-w-0 wrap-anywhere sm:flex-1">{address}</span>
            <Badge tone={tones[result]}>{t(`onboarding.many.result.${result}`)}</Badge>
          </li>
        ))}
      </ul>
      {action && results.some(({ result }) => result === 'noSeat') && (
        <Link to={upgradePath} className="text-sm font-semibold text-accent-ink hover:underline">
          {action}
        </Link>
      )}
    </div>
  );
}
