import { Link } from 'react-router';
import type { PublicOrganization } from '#contract/membership.ts';
import type { CurrentVisitor } from '#web/pages/account/current-visitor.ts';
import { OrganizationLogo } from '#web/pages/account/organization.tsx';
import { FormSuccess } from '#web/pages/account/panel.tsx';
import { loginPathWith } from '#web/pages/account/paths.ts';
import { homePath } from '#web/session/session.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Button } from '#web/ui/button.tsx';

type Props = { organization: PublicOrganization; email: string; visiting: CurrentVisitor };

/** Confirms that the request waits for acceptance; the answer comes by email. */
export function RequestSent({ organization, email, visiting }: Props) {
  const { t } = useTranslation();
  return (
    <>
      <div className="mb-6">
        <OrganizationLogo organization={organization} />
      </div>
      <FormSuccess
        title={t('members.request.sentTitle')}
        text={t('members.request.sentText', { email, organization: organization.name })}
      >
        <div className="flex flex-wrap justify-center gap-3">
          <Button render={<Link to={visiting ? '/account/waiting' : loginPathWith({ email })} />}>
            {t('onboarding.waiting.see')}
          </Button>
          <Button variant="white" render={<Link to={visiting ? homePath : '/'} />}>
            {visiting ? t('members.invalid.home') : t('members.request.site')}
          </Button>
        </div>
      </FormSuccess>
    </>
  );
}
