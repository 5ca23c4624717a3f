import type { Titled } from '#web/layouts/breadcrumb.tsx';
import { Placeholder } from './placeholder.tsx';

export const handle: Titled = { title: 'demo.placeholder.standard' };

export default function Standard() {
  return <Placeholder page="standard" />;
}
