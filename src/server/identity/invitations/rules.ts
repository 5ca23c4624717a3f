import { LoginType } from '#contract/statuses.ts';
import type { TableRow } from '#server/platform/database/query.ts';

export type AccountCredentials = Pick<
  TableRow<'users'>,
  'login_type' | 'password_hash' | 'verified_at' | 'may_sign_in_unverified'
>;

/**
 * Returns true if the account can't sign in yet: it has no password, or one from a registration that was
 * never confirmed. The holder of a token mailed to its address then sets the password.
 */
export const isDormantAccount = (account: AccountCredentials) =>
  account.login_type === LoginType.Password &&
  (account.password_hash === null ||
    (account.verified_at === null && !account.may_sign_in_unverified));
