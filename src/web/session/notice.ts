/** Notice that a redirect or a new document shows on the page it leads to. */
export type Notice = (typeof notices)[number];

const notices = ['unknownPage', 'organizationDeleted', 'accountDeleted', 'joinDeclined'] as const;

const name = 'notice';

/** Returns the cookie that carries a notice to a page, or to the next one; it lasts a minute. */
export const noticeCookie = (notice: Notice, page?: string) =>
  `${name}=${notice}${page ? `~${page}` : ''}; Path=/; Max-Age=60; SameSite=Lax`;

/** Leaves a notice for the next document of this browser. */
export function leaveNotice(notice: Notice) {
  document.cookie = noticeCookie(notice);
}

/** Returns the path of this page, or of the one that asked to sign in. */
function currentPath() {
  const { href, search } = window.location;
  return new URL(new URLSearchParams(search).get('redirect') ?? '', href).pathname;
}

/** Returns the notice for this page; null without one, or if it is meant for another page that was left. */
export function readNotice(): Notice | null {
  const stored = new RegExp(`(?:^|; )${name}=(\\w+)(?:~([^;]+))?`).exec(document.cookie);
  const [, value, page] = stored ?? [];
  if (page && page !== currentPath()) return null;
  return notices.find((known) => known === value) ?? null;
}

/** Returns the notice for this page and clears every notice; null without one. */
export function takeNotice(): Notice | null {
  const notice = readNotice();
  document.cookie = `${name}=; Path=/; Max-Age=0; SameSite=Lax`;
  return notice;
}
