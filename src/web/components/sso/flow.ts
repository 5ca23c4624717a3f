import { api } from '#web/api/api.ts';

/** Key of the secret with which this tab finishes the sign-in that it started. */
const key = 'sso-flow';

/** Returns the secret of the sign-in that this tab has started and not finished. */
export const storedFlow = () => sessionStorage.getItem(key);

/** Stores the secret of a sign-in and goes to the identity provider; returns false if there is none. */
export const continueAtProvider = (started: { url: string | null; flow: string | null }) => {
  if (started.url === null || started.flow === null) return false;
  sessionStorage.setItem(key, started.flow);
  window.location.assign(started.url);
  return true;
};

type Returned = { organization: string; query: string };

let finishing: ReturnType<typeof api.sso.finish> | undefined;
/** The sign-in of this page, for an answer; a reload forgets it. */
let own = { organization: '', state: '', flow: '' };

/**
 * Finishes the sign-in of this tab with the organization and the query of the address; once, although React may ask
 * twice.
 */
export const finishFlow = ({ organization, query }: Returned) => {
  if (!finishing) {
    const flow = storedFlow() ?? '';
    own = { organization, state: new URLSearchParams(query).get('state') ?? '', flow };
    finishing = api.sso.finish({ body: { organization, query, flow } });
  }
  sessionStorage.removeItem(key);
  return finishing;
};

/** Answers the question with which the sign-in of this tab was finished. */
export const answerFlow = (joins: boolean) => api.sso.answer({ body: { ...own, joins } });
