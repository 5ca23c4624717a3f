import { useState } from 'react';
import { isOperatorTenant } from '#contract/access.ts';
import type { OperatorTenantSummary } from '#contract/tenants.ts';
import type { ListColumn } from '#web/components/lists/use-list-state.ts';
import { OrganizationLink } from '#web/pages/admin/organization-link.tsx';
import { useTranslation } from '#web/session/translation.ts';
import { toTheme } from '#web/theme/theme.ts';
import { Badge } from '#web/ui/badge.tsx';
import { PictureView } from '#web/ui/picture-view.tsx';

const pictures = ['icon', 'logo', 'logoDarkmode'] as const;

/** Returns the first column of the organization list. */
export function useTenantName(): ListColumn<OperatorTenantSummary> {
  const { t } = useTranslation();
  return {
    key: 'name',
    header: t('admin.tenants.name'),
    render: (tenant) => (
      <span className="flex min-w-0 sm:min-w-40 flex-wrap items-center gap-x-2 gap-y-1">
        <OrganizationLink tenant={tenant} className="font-medium" />
        {tenant.suspension && (
          <Badge tone="danger" title={tenant.suspension.reason}>
            {t('support.suspension.badge')}
          </Badge>
        )}
        {isOperatorTenant(tenant) && <Badge tone="accent">{t('admin.tenants.adminTenant')}</Badge>}
      </span>
    ),
  };
}

/** Returns the columns of the organization list on its branding and products (R-OPR-02). */
export function useBrandingColumns(): ListColumn<OperatorTenantSummary>[] {
  const { t } = useTranslation();
  return [
    useTenantName(),
    ...pictures.map((picture) => ({
      key: picture,
      header: t(`admin.tenants.${picture}`),
      phone: 'hidden' as const,
      render: (tenant: OperatorTenantSummary) => (
        <PictureCell
          src={tenant[picture]}
          title={t('admin.tenants.pictureOf', {
            picture: t(`admin.tenants.${picture}`),
            name: tenant.name,
          })}
        />
      ),
    })),
    {
      key: 'appTheme',
      header: t('admin.tenants.appTheme'),
      render: ({ appTheme }) =>
        t(`settings.organization.look.${toTheme({ theme: appTheme }).theme}`),
    },
    {
      key: 'appColor',
      header: t('admin.tenants.appColor'),
      render: ({ appColor }) => {
        const { color } = toTheme({ color: appColor });
        return (
          <span className="inline-flex items-center gap-2 whitespace-nowrap">
            <span aria-hidden data-color={color} className="size-3.5 rounded-full bg-(--fill)" />
            {t(`site.color.${color}`)}
          </span>
        );
      },
    },
    {
      key: 'users',
      header: t('admin.tenants.users'),
      align: 'end',
      render: ({ usersCount }) => usersCount,
    },
    {
      key: 'products',
      header: t('admin.tenants.products'),
      render: ({ products }) =>
        products
          .filter(({ status }) => status !== 'canceled')
          .map(({ subscriptionProduct }) => subscriptionProduct.title)
          .join(', ') || '–',
    },
  ];
}

type Props = {
  /** Accessible name of the picture. */
  title: string;
  /** Empty when there is none. */
  src: string;
};

/** Renders a thumbnail that opens enlarged. */
function PictureCell({ title, src }: Props) {
  const [isViewed, setViewed] = useState(false);
  if (!src) return <span aria-hidden>–</span>;
  return (
    <>
      <button
        type="button"
        aria-label={title}
        title={title}
        className="kit-checkered block max-sm:self-center size-10 cursor-zoom-in overflow-hidden rounded-md border border-line"
        onClick={() => setViewed(true)}
      >
        <img src={src} alt="" loading="lazy" className="size-full object-contain" />
      </button>
      {isViewed && <PictureView title={title} src={src} onClose={() => setViewed(false)} />}
    </>
  );
}
