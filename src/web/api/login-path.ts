import { isActing } from './credentials.ts';

/** Where somebody signs in who asked for `address`, to be led back there afterwards. */
export const loginPath = ({ pathname, search, hash }: Pick<URL, 'pathname' | 'search' | 'hash'>) =>
  `/account/login?${new URLSearchParams({ redirect: `${pathname}${search}${hash}` }).toString()}`;

/** Where a session that is over leads: whoever acted as somebody goes on as themselves. */
export const leavingPath = () => (isActing() ? '/admin/users' : '/account/login');
