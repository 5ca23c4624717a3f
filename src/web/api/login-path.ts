/** Where somebody signs in who asked for `address`, to be led back there afterwards. */
export const loginPath = ({ pathname, search, hash }: Pick<URL, 'pathname' | 'search' | 'hash'>) =>
  `/account/login?${new URLSearchParams({ redirect: `${pathname}${search}${hash}` }).toString()}`;
