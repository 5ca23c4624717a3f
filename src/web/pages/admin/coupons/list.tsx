import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { Link } from 'react-router';
import { ListPage } from '#web/components/lists/list-page.tsx';
import { differencesQuery } from '#web/pages/admin/products/queries.ts';
import { useMayCall } from '#web/session/operator.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { CouponRecordTable } from './coupon-table.tsx';
import { couponsQuery } from './queries.ts';

/** Lists the coupons with their state and redemptions, and says when the provider's differ (R-CPN-03). */
export default function CouponList() {
  const { t } = useTranslation();
  const list = useQuery(couponsQuery);
  if (list.error && !list.data) throw list.error;
  const may = useMayCall();
  const add = may('coupons/create') && (
    <Button render={<Link to="new" />}>
      <Plus aria-hidden className="size-4" />
      {t('coupons.new')}
    </Button>
  );
  return (
    <ListPage
      title={t('coupons.title')}
      text={t('coupons.text')}
      list={list}
      actions={list.data?.length !== 0 && add}
    >
      <CouponRecordTable coupons={list.data} add={add} />
      <ProviderDifferences />
    </ListPage>
  );
}

/** Links to the comparison while coupons differ; below the list, which it would move by appearing. */
function ProviderDifferences() {
  const { t } = useTranslation();
  const { data = [] } = useQuery(differencesQuery);
  if (!data.some(({ kind }) => kind === 'coupon')) return null;
  return (
    <Banner
      tone="warning"
      role="status"
      title={t('coupons.differs')}
      action={
        <Button size="sm" render={<Link to="/admin/products/provider" />}>
          {t('coupons.compare')}
        </Button>
      }
    >
      {t('coupons.differsText')}
    </Banner>
  );
}
