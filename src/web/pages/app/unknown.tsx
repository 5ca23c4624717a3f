import { redirect } from 'react-router';

/** Redirects unknown paths to the dashboard (R-APP-03). */
export const loader = () => redirect('/app/dashboard');
