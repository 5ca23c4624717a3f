import { redirect } from 'react-router';
import { homePath } from '#web/session/session.ts';

export const clientLoader = () => redirect(homePath);

export default function AppIndex() {
  return null;
}
