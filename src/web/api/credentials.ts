/** What proves who is asking: the token of this browser, and the organization of this tab. */
const tokenKey = 'id_token';
const tenantKey = 'tenant';

/** The session that this tab acts in: somebody's on whose behalf it acts, else the browser's own. */
export const storedToken = () => sessionStorage.getItem(tokenKey) ?? localStorage.getItem(tokenKey);

/** Whether an operator acts as somebody in this tab; their own session goes on in the others. */
export const isActing = () => sessionStorage.getItem(tokenKey) !== null;

/** The organization that this tab works in; another tab may work in another one. */
export const storedTenant = () => sessionStorage.getItem(tenantKey);

export const storeToken = (token: string) => {
  sessionStorage.removeItem(tokenKey);
  localStorage.setItem(tokenKey, token);
};

/** A session of this tab alone, which ends with it: the one beside it is not touched. */
export const storeActingToken = (token: string) => sessionStorage.setItem(tokenKey, token);

export const storeTenant = (tenantId: string) => sessionStorage.setItem(tenantKey, tenantId);

/** Forgets the session of this tab; of one that acts as somebody, the browser's own is left. */
export const forgetCredentials = () => {
  (isActing() ? sessionStorage : localStorage).removeItem(tokenKey);
  sessionStorage.removeItem(tenantKey);
};
