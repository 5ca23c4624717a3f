import type { RouteHandle } from '#web/layouts/breadcrumb.tsx';
import { useTranslation } from '#web/session/translation.ts';
import { DemoPage } from './demo-page.tsx';

export const handle: RouteHandle = { title: 'demo.permissions.title' };

/** Renders the page on which members try out what their plan and role allow. */
export default function Permissions() {
  const { t } = useTranslation();
  return <DemoPage title={t('demo.permissions.title')}>{t('demo.permissions.text')}</DemoPage>;
}
