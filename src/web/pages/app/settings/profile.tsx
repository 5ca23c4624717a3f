import { useTranslation } from 'react-i18next';
import { fullName, initialsOf } from '#web/components/initials.ts';
import { PageTitle } from '#web/components/page-title.tsx';
import { roleName } from '#web/components/role-name.ts';
import { useLocale } from '#web/components/use-formats.ts';
import type { Titled } from '#web/layouts/breadcrumb.tsx';
import { useSession } from '#web/session/session.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Card } from '#web/ui/card.tsx';
import { DetailsList } from '#web/ui/details-list.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';

export const handle: Titled = { title: 'app.menu.profile' };

/** Who is signed in, to be read. */
export default function Profile() {
  const { t } = useTranslation();
  const locale = useLocale();
  const { user, tenant, role } = useSession();
  return (
    <>
      <PageTitle>{t('app.profile.title')}</PageTitle>
      <PageHeader title={t('app.profile.title')} description={t('app.profile.text')} />
      <Card>
        <div className="flex items-center gap-4 pb-5">
          <Avatar size="lg" initials={initialsOf(user)} src={user.avatar} />
          <div className="min-w-0">
            <p className="truncate text-lg font-semibold">{fullName(user)}</p>
            <p className="truncate text-sm text-muted">{user.email}</p>
          </div>
        </div>
        <DetailsList
          className="border-t border-line pt-5"
          details={[
            { key: 'email', label: t('app.profile.email'), value: user.email },
            { key: 'phone', label: t('app.profile.phone'), value: user.phone || '–' },
            { key: 'organization', label: t('app.profile.organization'), value: tenant.name },
            { key: 'role', label: t('app.profile.role'), value: roleName(t, role) },
            {
              key: 'language',
              label: t('app.profile.language'),
              value: t(`common.language.${locale}`),
            },
          ]}
        />
      </Card>
    </>
  );
}
