import { api } from '#web/api/api.ts';
import { storedToken } from '#web/api/credentials.ts';
import { continueAtProvider, flowKey } from './flow.ts';

/** Key of the sign-in that this tab began because the provider had sent the person. */
const key = 'sso-initiated';

/** Milliseconds within which the provider's next message of that kind answers the sign-in. */
const answerTime = 120_000;

type Begun = { organization: string; id: string; state: string; flow: string; at: number };

/** Returns true for an address to which the provider has sent the person: of SAML, or of OpenID Connect (Core 4). */
export const isInitiated = (query: URLSearchParams) =>
  query.get('from') === 'provider' || query.has('iss');

/** Takes the sign-in of this tab that the provider has answered by sending the person here again. */
function takeAnswered(organization: string) {
  const stored = sessionStorage.getItem(key);
  sessionStorage.removeItem(key);
  const begun = stored === null ? null : (JSON.parse(stored) as Begun);
  const isRecent =
    begun?.flow === sessionStorage.getItem(flowKey) && Date.now() - begun.at < answerTime;
  return begun?.organization === organization && isRecent ? begun : null;
}

async function begin(organization: string, query: URLSearchParams) {
  const answered = takeAnswered(organization);
  if (answered) {
    // Refused, with an entry in the log of the owners: a provider that never names our request would lead here forever.
    const { id, state, flow } = answered;
    await api.sso.finish({ body: { organization: id, query: `state=${state}`, flow } });
    return false;
  }
  // Who is signed in decides: the link of a stranger's organization must not replace their session.
  if (storedToken() !== null) return false;
  const issuer = query.get('iss');
  const started = await api.sso.start({
    body: { organization, ...(issuer !== null && { issuer }) },
  });
  const asked = new URL(started.url ?? window.location.href).searchParams;
  const state = asked.get('RelayState') ?? asked.get('state') ?? '';
  // OpenID Connect returns to the address of the organization's id, which the link may name by its subdomain.
  const id = asked.get('redirect_uri')?.split('/').at(-1) ?? organization;
  const begun = { organization, id, state, flow: started.flow ?? '', at: Date.now() };
  sessionStorage.setItem(key, JSON.stringify(begun));
  return continueAtProvider(started);
}

let beginning: Promise<boolean> | undefined;

/**
 * Begins a sign-in that the provider has started; once, although React may ask twice. Returns false if the
 * person must press the button, and throws if the provider has answered a sign-in by sending them again (R-SSO-18).
 */
export const continueInitiated = (organization: string, query: URLSearchParams) =>
  (beginning ??= begin(organization, query));
