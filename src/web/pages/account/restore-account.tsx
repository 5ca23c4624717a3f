import { useMutation } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { EndedGrant } from '#contract/calls/grants.ts';
import { clearCredentials } from '#web/api/credentials.ts';
import { queryClient } from '#web/api/queries.ts';
import { GrantName } from '#web/components/security/grant-name.tsx';
import { forgetInput } from '#web/session/session.ts';
import { useTranslation } from '#web/session/translation.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { LinkAction } from './link-action.tsx';
import { AccountPanel, FormSuccess } from './panel.tsx';

type Done = { email: string; ended: EndedGrant[] };

type Props = {
  title: string;
  text: string;
  /** Label of the button. */
  label: string;
  doneTitle: string;
  run: () => Promise<Done>;
};

/** Gives an account back to the owner of its mailbox, who then gets a link to choose a new password. */
export function RestoreAccount({ title, text, label, doneTitle, run }: Props) {
  const { t } = useTranslation();
  const action = useMutation(
    {
      mutationFn: run,
      // The session of this browser ended with all others, and may have been another person's.
      onSuccess: () => void forgetInput().finally(clearCredentials),
    },
    queryClient,
  );
  if (action.data) {
    const { email, ended } = action.data;
    return (
      <FormSuccess title={doneTitle} text={t('account.email.undoneText', { email })}>
        {ended.length > 0 && (
          <div className="mb-6 text-start text-sm">
            <p className="text-pretty">{t('account.grants.ended')}</p>
            <ul className="mt-2 list-disc ps-5">
              {ended.map((grant) => (
                <li key={JSON.stringify(grant)} className="wrap-anywhere">
                  <GrantName grant={grant} />
                </li>
              ))}
            </ul>
          </div>
        )}
        <Link to="/account/login" className={`${buttonClass()} min-h-11 w-full`}>
          {t('account.reset.back')}
        </Link>
      </FormSuccess>
    );
  }
  return (
    <AccountPanel title={title} text={text}>
      <LinkAction label={label} ended={t('account.email.ended')} action={action} />
    </AccountPanel>
  );
}
