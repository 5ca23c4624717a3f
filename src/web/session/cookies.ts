/** What a browser keeps for a year, as `document.cookie` takes it. */
export const lastingCookie = (name: string, value: string) =>
  `${name}=${value}; Path=/; Max-Age=31536000; SameSite=Lax`;
