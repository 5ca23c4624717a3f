/** Returns the page that mails a link to set a password, which proves that the person still has the address. */
export const setPasswordPath = (email: string) =>
  `/account/forgot?${new URLSearchParams({ e: email }).toString()}`;
