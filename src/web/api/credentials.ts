/** What proves who is asking: the token of this browser, and the organization of this tab. */
const tokenKey = 'id_token';
const tenantKey = 'tenant';

export const storedToken = () => localStorage.getItem(tokenKey);

/** The organization that this tab works in; another tab may work in another one. */
export const storedTenant = () => sessionStorage.getItem(tenantKey);

export const storeToken = (token: string) => localStorage.setItem(tokenKey, token);

export const storeTenant = (tenantId: string) => sessionStorage.setItem(tenantKey, tenantId);

export const forgetCredentials = () => {
  localStorage.removeItem(tokenKey);
  sessionStorage.removeItem(tenantKey);
};
