import { redirect } from 'react-router';

export const clientLoader = () => redirect('/admin/dashboard');

export default function AdminIndex() {
  return null;
}
