import { Link } from 'react-router';
import { AccountPanel, textLinkClass } from '#web/pages/account/panel.tsx';
import { useTranslation } from '#web/session/translation.ts';
import { Banner } from '#web/ui/banner.tsx';

/** Renders what a link of an email that lacks its token leads to, with the way to sign in. */
export function IncompleteLink({ title }: { title: string }) {
  const { t } = useTranslation();
  return (
    <AccountPanel
      title={title}
      footer={
        <Link to="/account/login" className={textLinkClass}>
          {t('account.verify.login')}
        </Link>
      }
    >
      <Banner tone="warning">{t('account.email.invalid')}</Banner>
    </AccountPanel>
  );
}
