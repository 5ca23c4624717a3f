import { UsersRound } from 'lucide-react';
import { Link } from 'react-router';
import { Role } from '#contract/access.ts';
import { useSession } from '#web/session/session.ts';
import { useTranslation } from '#web/session/translation.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { SecurityRow } from './security-row.tsx';

/** Leads owners to the policies, which plans without single sign-on don't have in their menu. */
export function MembersRow() {
  const { t } = useTranslation();
  const { role } = useSession();
  if (role !== Role.Owner) return null;
  return (
    <SecurityRow
      icon={UsersRound}
      title={t('security.rules.title')}
      text={t('security.rules.text')}
    >
      <Link to="/app/settings/organization/security" className={buttonClass('secondary', 'sm')}>
        {t('security.rules.edit')}
      </Link>
    </SecurityRow>
  );
}
