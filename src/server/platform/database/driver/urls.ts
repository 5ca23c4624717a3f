import type { Login } from '#server/platform/database/lifecycle/logins.ts';

/** Returns a connection string with another login. */
export function withLogin(ownerUrl: string, { user, password }: Login): string {
  const url = new URL(ownerUrl);
  // A URL without a host (a socket, named in the query) can't hold a user name.
  if (url.hostname === '') url.hostname = 'localhost';
  for (const name of ['user', 'password']) url.searchParams.delete(name);
  url.username = user;
  url.password = password;
  return url.href;
}
