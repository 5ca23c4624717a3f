/** Credentials: the token of this browser, and the organization of this tab. */
const tokenKey = 'id_token';
const tenantKey = 'tenant';
const endedKey = 'session-ended';

/** Returns the token of this tab: of the impersonation, else the browser's own. */
export const storedToken = () => sessionStorage.getItem(tokenKey) ?? localStorage.getItem(tokenKey);

/**
 * Returns true if an operator impersonates a user in this tab; other tabs keep the operator's
 * session.
 */
export const isImpersonating = () => sessionStorage.getItem(tokenKey) !== null;

/**
 * Returns the organization of this tab; other tabs may have another one (R-ORG-02). A new tab has that of the one that
 * was used last, which opened it.
 */
export const storedTenantId = () =>
  sessionStorage.getItem(tenantKey) ?? localStorage.getItem(tenantKey);

export function storeToken(token: string) {
  sessionStorage.removeItem(tokenKey);
  sessionStorage.removeItem(endedKey);
  localStorage.setItem(tokenKey, token);
}

/** Remembers for the sign-in page that the session ended by itself. */
export const markSessionEnded = () => sessionStorage.setItem(endedKey, 'true');

/** Returns true if the last session of this tab ended by itself. */
export const hasSessionEnded = () => sessionStorage.getItem(endedKey) !== null;

/** Stores the token of an impersonation for this tab only; the browser's own is kept. */
export const storeImpersonationToken = (token: string) => sessionStorage.setItem(tokenKey, token);

/** Stores the organization of this tab, and of tabs that it opens; those of an operator keep the operator's own. */
export function storeTenantId(tenantId: string) {
  sessionStorage.setItem(tenantKey, tenantId);
  if (!isImpersonating()) localStorage.setItem(tenantKey, tenantId);
}

/** Clears the token only: this tab may get a new one for the same user. */
export const clearToken = () => localStorage.removeItem(tokenKey);

/**
 * Entries that are of no person: settings of the device without names or texts, and of a tab what belongs to a sign-in under
 * way. Also the mark of drafts (`kept-mark.ts`), which the same person finds again after a session has ended by itself.
 */
const lasting =
  /^(app-background|sidebar|offline-look|single-key|session-ended|campaign|sso-flow|kept)/;

/**
 * Clears the session of this tab, with all that the browser keeps of its person but drafts (R-DRF-06);
 * after an impersonation the browser's own session is kept.
 */
export function clearCredentials() {
  if (!isImpersonating()) removePersonal(localStorage);
  removePersonal(sessionStorage);
}

function removePersonal(storage: Storage) {
  for (const key of Object.keys(storage)) if (!lasting.test(key)) storage.removeItem(key);
}
