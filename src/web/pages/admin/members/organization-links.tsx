import { Link } from 'react-router';
import { useMayCall } from '#web/session/operator.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Button } from '#web/ui/button.tsx';

/** Renders links to the organization's billing, for operators who may see it, and to all people. */
export function OrganizationLinks({ tenantId }: { tenantId: string }) {
  const { t } = useTranslation();
  const may = useMayCall();
  return (
    <>
      {may('support/get') && (
        <Button variant="secondary" render={<Link to={`/admin/tenants/${tenantId}/support`} />}>
          {t('support.title')}
        </Button>
      )}
      <Button variant="white" render={<Link to="/admin/users" />}>
        {t('admin.users.all')}
      </Button>
    </>
  );
}
