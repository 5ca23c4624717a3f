import { redirect } from 'react-router';

/** The first public page is the pricing page. */
export const loader = () => redirect('/pricing');
