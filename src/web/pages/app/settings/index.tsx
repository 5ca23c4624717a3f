import { redirect } from 'react-router';

export const clientLoader = () => redirect('/app/settings/profile');

export default function Settings() {
  return null;
}
