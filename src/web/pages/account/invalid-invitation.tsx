import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { homePath } from '#web/session/session.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Banner } from '#web/ui/banner.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import type { CurrentVisitor } from './current-visitor.ts';
import { AccountPanel, textLinkClass } from './panel.tsx';

type Props = {
  text: string;
  visiting: CurrentVisitor;
  /** Actions to resolve it, shown above the links to other pages. */
  children?: ReactNode;
};

/**
 * Explains that an invitation is no longer valid, with the way to sign in or register (R-MEM-09).
 */
export function InvalidInvitation({ text, visiting, children }: Props) {
  const { t } = useTranslation();
  return (
    <AccountPanel
      title={t('members.invalid.title')}
      footer={
        !visiting && (
          <>
            {t('account.login.noAccount')}{' '}
            <Link to="/account/register" className={textLinkClass}>
              {t('account.login.register')}
            </Link>
          </>
        )
      }
    >
      <Banner tone="warning">{text}</Banner>
      {children}
      <Link
        to={visiting ? homePath : '/account/login'}
        className={`mt-6 w-full ${buttonClass(children ? 'white' : 'primary')}`}
      >
        {visiting ? t('members.invalid.home') : t('account.login.title')}
      </Link>
    </AccountPanel>
  );
}
