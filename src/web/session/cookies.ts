/** Returns a cookie for `document.cookie` that lasts a year. */
export const lastingCookie = (name: string, value: string) =>
  `${name}=${value}; Path=/; Max-Age=31536000; SameSite=Lax`;
