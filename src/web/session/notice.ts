/** Notice that a redirect or a new document shows on the page it leads to. */
export type Notice = (typeof notices)[number];

const notices = ['unknownPage', 'organizationDeleted', 'accountDeleted', 'joinDeclined'] as const;

const name = 'notice';

/** Returns the cookie that carries a notice to the next page; it lasts a minute. */
export const noticeCookie = (notice: Notice) =>
  `${name}=${notice}; Path=/; Max-Age=60; SameSite=Lax`;

/** Leaves a notice for the next document of this browser. */
export const leaveNotice = (notice: Notice) => {
  document.cookie = noticeCookie(notice);
};

/** Returns the notice for this page; null without one. */
export const readNotice = (): Notice | null => {
  const value = new RegExp(`(?:^|; )${name}=(\\w+)`).exec(document.cookie)?.[1];
  return notices.find((known) => known === value) ?? null;
};

/** Returns the notice for this page and clears it; null without one. */
export const takeNotice = (): Notice | null => {
  const notice = readNotice();
  if (notice) document.cookie = `${name}=; Path=/; Max-Age=0; SameSite=Lax`;
  return notice;
};
