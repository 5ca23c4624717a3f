import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { OrganizationLogo, type Organization } from '#web/pages/account/organization.tsx';
import { Done } from '#web/pages/account/panel.tsx';
import type { Visiting } from '#web/pages/account/visiting.ts';
import { home } from '#web/session/session.ts';
import { Button } from '#web/ui/button.tsx';

type Props = { organization: Organization; email: string; visiting: Visiting };

/** Confirms that the request waits for acceptance; the answer comes by email. */
export function Sent({ organization, email, visiting }: Props) {
  const { t } = useTranslation();
  return (
    <>
      <div className="mb-6">
        <OrganizationLogo organization={organization} />
      </div>
      <Done
        title={t('members.request.sentTitle')}
        text={t('members.request.sentText', { email, organization: organization.name })}
      >
        <Button variant="white" render={<Link to={visiting ? home : '/'} />}>
          {visiting ? t('members.invalid.home') : t('members.request.site')}
        </Button>
      </Done>
    </>
  );
}
