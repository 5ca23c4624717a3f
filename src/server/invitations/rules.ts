import { LoginType } from '#contract/users.ts';
import type { Row } from '#server/database/query.ts';

export type Account = Pick<
  Row<'users'>,
  'login_type' | 'password_hash' | 'verified_at' | 'may_sign_in_unverified'
>;

/**
 * Nobody can sign in to this account yet: it has no password, or one that was set at a registration
 * whose mail was never opened. Whoever opens a mail to its address chooses the password.
 */
export const isDormant = (account: Account) =>
  account.login_type === LoginType.Password &&
  (account.password_hash === null ||
    (account.verified_at === null && !account.may_sign_in_unverified));
