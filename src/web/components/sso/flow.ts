import { api } from '#web/api/api.ts';

/** Key of the secret with which this tab finishes the sign-in that it started. */
export const flowKey = 'sso-flow';

/** Stores the secret of a sign-in and goes to the identity provider; returns false if there is none. */
export function continueAtProvider(started: { url: string | null; flow: string | null }) {
  if (started.url === null || started.flow === null) return false;
  sessionStorage.setItem(flowKey, started.flow);
  window.location.assign(started.url);
  return true;
}

type Returned = { organization: string; query: string };

let finishing: ReturnType<typeof api.sso.finish> | undefined;
/** The sign-in of this page, for an answer; a reload forgets it. */
let own = { organization: '', state: '', flow: '' };

/**
 * Finishes the sign-in of this tab with the organization and the query of the address; once, although React may ask
 * twice.
 */
export function finishFlow({ organization, query }: Returned) {
  if (!finishing) {
    const flow = sessionStorage.getItem(flowKey) ?? '';
    const state = new URLSearchParams(query).get('state') ?? '';
    own = { organization, state, flow };
    finishing = api.sso.finish({ body: { organization, query, flow } });
  }
  sessionStorage.removeItem(flowKey);
  return finishing;
}

/** Answers the question with which the sign-in of this tab was finished. */
export const answerFlow = (joins: boolean) => api.sso.answer({ body: { ...own, joins } });
