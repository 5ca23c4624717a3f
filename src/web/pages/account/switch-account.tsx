import { useTransition } from 'react';
import { api } from '#web/api/api.ts';
import { clearCredentials } from '#web/api/credentials.ts';
import { forgetInput } from '#web/session/session.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { textLinkClass } from './panel.tsx';

async function signOutLocally() {
  await api.accounts.logout().catch(() => undefined);
  await forgetInput();
  clearCredentials();
  window.location.reload();
}

function useSwitch() {
  const [isLeaving, start] = useTransition();
  return { isLeaving, leave: () => start(signOutLocally) };
}

/** Signs out and reloads the page as a signed-out visitor. */
export function SwitchAccount() {
  const { t } = useTranslation();
  const { isLeaving, leave } = useSwitch();
  return (
    <Button loading={isLeaving} onClick={leave}>
      {t('members.switchAccount')}
    </Button>
  );
}

/** Renders `SwitchAccount` as a link within a sentence. */
export function SwitchAccountLink() {
  const { t } = useTranslation();
  const { isLeaving, leave } = useSwitch();
  return (
    <button
      type="button"
      disabled={isLeaving}
      onClick={leave}
      className={`cursor-pointer ${textLinkClass}`}
    >
      {t('members.request.otherEmail')}
    </button>
  );
}
