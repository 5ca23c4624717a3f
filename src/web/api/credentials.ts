/** Credentials: the token of this browser, and the organization of this tab. */
const tokenKey = 'id_token';
const tenantKey = 'tenant';

/** Returns the token of this tab: of the impersonation, else the browser's own. */
export const storedToken = () => sessionStorage.getItem(tokenKey) ?? localStorage.getItem(tokenKey);

/**
 * Returns true if an operator impersonates a user in this tab; other tabs keep the operator's
 * session.
 */
export const isImpersonating = () => sessionStorage.getItem(tokenKey) !== null;

/** Returns the organization of this tab; other tabs may have another one (R-ORG-02). */
export const storedTenantId = () => sessionStorage.getItem(tenantKey);

export const storeToken = (token: string) => {
  sessionStorage.removeItem(tokenKey);
  localStorage.setItem(tokenKey, token);
};

/** Stores the token of an impersonation for this tab only; the browser's own is kept. */
export const storeImpersonationToken = (token: string) => sessionStorage.setItem(tokenKey, token);

export const storeTenantId = (tenantId: string) => sessionStorage.setItem(tenantKey, tenantId);

/** Clears the session of this tab; after an impersonation the browser's own is kept. */
export const clearCredentials = () => {
  (isImpersonating() ? sessionStorage : localStorage).removeItem(tokenKey);
  sessionStorage.removeItem(tenantKey);
};
