import { redirect } from 'react-router';
import { home } from '#web/session/session.ts';

export const clientLoader = () => redirect(home);

export default function AppIndex() {
  return null;
}
