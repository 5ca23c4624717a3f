import type { Titled } from '#web/layouts/breadcrumb.tsx';
import { Placeholder } from './placeholder.tsx';

export const handle: Titled = { title: 'demo.placeholder.enterprise' };

export default function Enterprise() {
  return <Placeholder page="enterprise" />;
}
