import type { FastifyBaseLogger } from 'fastify';
import { Failure } from '#contract/errors.ts';
import { SsoRefusal, type SamlName } from '#server/identity/sso/rules.ts';
import { afterSignOutPath } from '#server/identity/sso/service/addresses.ts';
import { findConnected } from '#server/identity/sso/service/connected.ts';
import { endProviderSessions } from '#server/identity/sso/service/end-sessions.ts';
import { newReference, recordEvent } from '#server/identity/sso/service/log.ts';
import { isSaml, toSamlClient, type Connected } from '#server/identity/sso/service/provider.ts';
import { claimMessage, forgetMessage } from '#server/identity/sso/service/requests.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import { toleranceSeconds, type SamlClient } from './client.ts';
import { readName } from './identity.ts';
import {
  logoutResponseUrl,
  parseLogoutRequest,
  type LogoutMessage,
  type LogoutStatus,
} from './logout-message.ts';
import { refuseMessage as refuse } from './refuse.ts';
import { attributeOf, childrenOf, onlyChild, textOf, type XmlElement } from './xml.ts';

/** Minutes after which a request is refused; until then its ID is remembered. */
const lifetimeMinutes = 5;

/** An XML name of bounded length: it is repeated in the answer. */
const idPattern = /^[A-Za-z_][\w.-]{0,199}$/;

/** Longest state of a provider that is returned to it, in characters. */
const maxRelayState = 2_000;

type Dependencies = { context: AppContext; log: Pick<FastifyBaseLogger, 'warn'> };

/**
 * Ends the sessions that a logout request of the SAML provider names, and returns the address with the signed answer
 * (R-SSO-19). A refused request changes nothing. A request without the provider's signature gets no answer, so that a
 * stranger can't make us sign: the sign-in page follows. Throws if the message is no logout request that could be answered.
 */
export async function answerLogout(
  { context, log }: Dependencies,
  tenant: string,
  read: () => LogoutMessage | Promise<LogoutMessage>,
): Promise<string> {
  const connected = await findConnected(context, 'id', tenant);
  if (!connected || !isSaml(connected.connection)) throw new Failure('notFound');
  const client = await toSamlClient(context, connected);
  const received = { ...(await parse(read)), connected, client };
  const logRefusal = (error: unknown) => {
    if (!(error instanceof SsoRefusal)) throw error;
    const { outcome, detail } = error;
    const event = { outcome, reference: newReference() };
    log.warn({ tenant, ...event, detail }, 'logout request of the identity provider refused');
    return event;
  };
  const stranger = await authenticate(received).then(() => null, logRefusal);
  if (stranger) return afterSignOutPath;
  const status = await follow(context, received).catch(async (error: unknown) => {
    const event = logRefusal(error);
    // Owners can change how the provider encrypts; of a late or repeated request they need to know nothing.
    if (event.outcome === 'encryption') {
      const details = { ...event, protocol: 'saml', email: null } as const;
      await recordEvent(context.database, connected.tenant, details);
    }
    return 'requestDenied' as const;
  });
  if (client.provider.signOutUrl === '') return afterSignOutPath;
  const { relayState } = received.message;
  const isReturned = relayState !== null && relayState.length <= maxRelayState;
  const answer = { status, to: received.id, relayState: isReturned ? relayState : null };
  return logoutResponseUrl(client, answer);
}

/** Reads a request that can be answered: with an ID. */
async function parse(read: () => LogoutMessage | Promise<LogoutMessage>) {
  try {
    const message = await read();
    const request = parseLogoutRequest(message);
    const id = attributeOf(request, 'ID') ?? '';
    if (idPattern.test(id)) return { message, request, id };
  } catch {
    // No XML, or another message: refused below.
  }
  throw new Failure('validation');
}

type Received = {
  connected: Connected;
  client: SamlClient;
  message: LogoutMessage;
  request: XmlElement;
  id: string;
};

/** Throws `SsoRefusal` unless the provider has signed a request, before anything is changed. */
async function authenticate({ client, message, request }: Received) {
  if (attributeOf(request, 'Version') !== '2.0') refuse('version');
  const issuer = textOf(onlyChild(request, 'assertion', 'Issuer'));
  if (issuer !== client.provider.issuer) refuse('issuer of the logout request', 'issuer');
  await message.verify(request, client);
}

/** Ends the sessions that a signed request names; throws `SsoRefusal`. */
async function follow(
  context: AppContext,
  { connected, client, request, id }: Received,
): Promise<LogoutStatus> {
  if (attributeOf(request, 'Destination') !== client.addresses.samlSignedOut)
    refuse('destination of the logout request', 'recipient');
  const issuedAt = assertTimely(request);
  if (!(await claimMessage(context.database, { tenant: connected.tenant, id, lifetimeMinutes })))
    refuse('a logout request that was used before', 'otherRequest');
  const name = (await readName(request, client.keys.privateKey)) ?? refuse('no name');
  const sessionIndexes = childrenOf(request, 'protocol', 'SessionIndex').map(textOf);
  const wanted: { name: SamlName; sessionIndexes: string[]; issuedAt: Date } = {
    name,
    sessionIndexes,
    issuedAt,
  };
  const isKnown = await endProviderSessions(context, connected, wanted).catch(
    async (error: unknown) => {
      await forgetMessage(context.database, { tenant: connected.tenant, id });
      throw error;
    },
  );
  return isKnown ? 'success' : 'unknownPrincipal';
}

/** Refuses a request that is not of now; returns when it was issued. */
function assertTimely(request: XmlElement) {
  const now = Date.now();
  const [tolerance, lifetime] = [toleranceSeconds * 1_000, lifetimeMinutes * 60_000];
  const issued = Date.parse(attributeOf(request, 'IssueInstant') ?? '');
  if (!(issued > now - lifetime && issued < now + tolerance))
    refuse('time of the logout request', 'responseExpired');
  const end = attributeOf(request, 'NotOnOrAfter');
  if (end !== null && !(Date.parse(end) > now - tolerance))
    refuse('end of the logout request', 'responseExpired');
  return new Date(issued + tolerance);
}
