import { useState } from 'react';
import { Link } from 'react-router';
import { clearCredentials } from '#web/api/credentials.ts';
import { forgetInput } from '#web/session/session.ts';
import { useTranslation } from '#web/session/translation.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { LinkAction } from './link-action.tsx';
import { AccountPanel, FormSuccess } from './panel.tsx';

interface Props {
  title: string;
  text: string;
  /** Label of the button. */
  label: string;
  doneTitle: string;
  run: () => Promise<{ email: string }>;
}

/** Gives an account back to the owner of its mailbox, who then gets a link to choose a new password. */
export function RestoreAccount({ title, text, label, doneTitle, run }: Props) {
  const { t } = useTranslation();
  const [email, setEmail] = useState<string>();
  if (email !== undefined) {
    return (
      <FormSuccess title={doneTitle} text={t('account.email.undoneText', { email })}>
        <Link to="/account/login" className={`${buttonClass()} min-h-11 w-full`}>
          {t('account.reset.back')}
        </Link>
      </FormSuccess>
    );
  }
  return (
    <AccountPanel title={title} text={text}>
      <LinkAction
        label={label}
        ended={t('account.email.ended')}
        run={run}
        onDone={(reply) => {
          // The session of this browser ended with all others, and may have been another person's.
          void forgetInput().finally(clearCredentials);
          setEmail(reply.email);
        }}
      />
    </AccountPanel>
  );
}
