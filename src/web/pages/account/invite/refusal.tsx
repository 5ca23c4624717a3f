import type { FieldErrors } from 'react-hook-form';
import { Link } from 'react-router';
import { FormFailure } from '#web/pages/account/form-failure.tsx';
import { textLinkClass } from '#web/pages/account/panel.tsx';
import { forgotPathWith, loginPathWith } from '#web/pages/account/paths.ts';
import { storeResumePath } from '#web/session/resume.ts';
import { homePath } from '#web/session/session.ts';
import { useTranslation } from '#web/session/translation.ts';

type Props = {
  errors: FieldErrors;
  link: string;
  organization: string;
  /** Address the request was made with. */
  email: string;
  isSignedIn: boolean;
};

/** Explains why a request was refused, with the next step for each cause. */
export function RequestRefusal({ errors, link, organization, email, isSignedIn }: Props) {
  const { t } = useTranslation();
  const full = t('members.request.full', { organization });
  return (
    <FormFailure
      errors={errors}
      title={t('members.request.failed')}
      next={{
        notFound: t('members.request.invalid'),
        'account.login.invalid': (
          <>
            {t('members.request.known')}{' '}
            <Link
              to={forgotPathWith({ email })}
              onClick={() => storeResumePath(`/invite/${link}`)}
              className={textLinkClass}
            >
              {t('account.login.forgot')}
            </Link>
          </>
        ),
        'tenant.existingUser': (
          <>
            {t('members.request.existing')}{' '}
            <Link to={isSignedIn ? homePath : loginPathWith({ email })} className={textLinkClass}>
              {isSignedIn ? t('members.invalid.home') : t('account.login.title')}
            </Link>
          </>
        ),
        'tenant.maxNumberOfUsers': full,
        'billing.readOnly': full,
      }}
    />
  );
}
