import { useState } from 'react';
import { Link } from 'react-router';
import { FormSuccess } from '#web/pages/account/panel.tsx';
import { verifyPath } from '#web/pages/account/paths.ts';
import { Unverified } from '#web/pages/account/unverified.tsx';
import { useTranslation } from '#web/session/translation.ts';
import { buttonClass } from '#web/ui/button.tsx';

export type RegistrationResult = { email: string; verifyToken?: string | undefined };

/** Asks to confirm the email, with the link itself while the local mailbox is in use (R-ACC-11). */
export function Welcome(registered: RegistrationResult) {
  const { t } = useTranslation();
  const [{ email, verifyToken }, setSent] = useState(registered);
  return (
    <FormSuccess
      title={t('account.register.successTitle')}
      text={t('account.register.successText', { email })}
    >
      {verifyToken && (
        <Link to={verifyPath(email, verifyToken)} className={buttonClass()}>
          {t('account.register.clickToVerify')}
        </Link>
      )}
      <Unverified email={registered.email} onSent={setSent} />
    </FormSuccess>
  );
}
