import { useQuery } from '@tanstack/react-query';
import { NavLink } from 'react-router';
import { api } from '#web/api/api.ts';
import { useMayCall } from '#web/session/operator.ts';
import { useTranslation } from '#web/session/translation.ts';
import { LinkTabs } from '#web/ui/tabs.tsx';

/** Returns an organization's name, read from its first member; undefined while loading, null once it is deleted. */
export function useOrganizationName(tenantId: string) {
  const { data } = useQuery({
    queryKey: ['operator', 'tenant name', tenantId],
    queryFn: () => api.members.getAllOfAll({ query: { tenantId, limit: 1 } }),
    enabled: tenantId !== '',
  });
  return data && (data.items[0]?.tenant.name ?? null);
}

type Props = {
  tenantId: string;
  /** Undefined while loading: the tabs keep their place. */
  name: string | undefined;
};

/** Renders the pages of an organization in the portal as tabs, those that the operator may read (R-OPR-30). */
export function OrganizationTabs({ tenantId, name }: Props) {
  const { t } = useTranslation();
  const may = useMayCall();
  const organization = `/admin/tenants/${tenantId}`;
  const pages = [
    { to: `${organization}/overview`, text: 'catalogue.tab.overview', call: 'support/get' },
    { to: `/admin/users/${tenantId}`, text: 'members.title', call: 'members/getAllOfAll' },
    { to: `${organization}/support`, text: 'support.title', call: 'support/get' },
    { to: `${organization}/usage`, text: 'subscription.usage.title', call: 'support/get' },
    { to: `/admin/audit?tenantId=${tenantId}`, text: 'audit.title', call: 'audit/getAllOfAll' },
  ] as const;
  return (
    <LinkTabs label={name ?? t('audit.organization')}>
      {pages
        .filter(({ call }) => may(call))
        .map(({ to, text }) => (
          <NavLink key={to} to={to}>
            {t(text)}
          </NavLink>
        ))}
    </LinkTabs>
  );
}
