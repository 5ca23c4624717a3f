import { api } from '#web/api/api.ts';

/** Key of the secret with which this tab finishes the sign-in that it started. */
const key = 'sso-flow';

/** Stores the secret of a sign-in and goes to the identity provider; returns false if there is none. */
export const continueAtProvider = (started: { url: string | null; flow: string | null }) => {
  if (started.url === null || started.flow === null) return false;
  sessionStorage.setItem(key, started.flow);
  window.location.assign(started.url);
  return true;
};

let finishing: ReturnType<typeof api.sso.finish> | undefined;

/**
 * Finishes the sign-in of this tab with the organization and the query of the address; once, although React may ask
 * twice.
 */
export const finishFlow = (returned: { organization: string; query: string }) => {
  const flow = sessionStorage.getItem(key) ?? '';
  finishing ??= api.sso.finish({ body: { ...returned, flow } });
  sessionStorage.removeItem(key);
  return finishing;
};
