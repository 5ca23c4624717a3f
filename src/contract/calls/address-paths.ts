/** Pages of the main site that an organization's own address leads to instead of showing them. */
const mainPages = /^\/app\/(organizations|settings\/(profile|organization\/subscription))(\/|$)/;
const ownPages =
  /^\/(app|account\/(login|forgot|acceptance|suspended|sso\/(callback|confirm)))(\/|$)/;
const files = /^\/(site\.webmanifest|robots\.txt|lang\/[\w-]+)\/?$/;

/** Normalizes a path as routes match it: ignores case and escapes. */
export function normalizePath(path: string) {
  try {
    return decodeURI(path).toLowerCase();
  } catch {
    return path.toLowerCase();
  }
}

/**
 * Returns true for pages that organizations show at their own address: signing in and the app. Accounts, payments,
 * new organizations and mailed links belong to the main site (decision 61).
 */
export function isServedAtAddress(path: string) {
  const normal = normalizePath(path);
  return files.test(normal) || (ownPages.test(normal) && !mainPages.test(normal));
}
