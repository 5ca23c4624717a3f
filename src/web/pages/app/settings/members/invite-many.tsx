import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useReadOnly } from '#web/components/billing/use-read-only.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { ResultList } from './invitation-results.tsx';
import { InviteManyForm } from './invite-many-form.tsx';
import { inviteManyForm, noAddresses, type InviteManyProps } from './invite-many-state.ts';

/** Returns the content and the footer of the panel that invites the people of a pasted list (R-ONB-12). */
export function useInviteMany() {
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
