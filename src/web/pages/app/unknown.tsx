import { redirect } from 'react-router';

/** An unknown path leads to the dashboard (specification, section 2). */
export const loader = () => redirect('/app/dashboard');
