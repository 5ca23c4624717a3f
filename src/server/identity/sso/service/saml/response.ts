import type { SsoOutcome } from '#contract/sso/outcomes.ts';
import { SsoRefusal, type SsoIdentity } from '#server/identity/sso/rules.ts';
import { toSaml, toleranceSeconds, type SamlClient } from './client.ts';
import { withPlainAssertion } from './decrypt.ts';
import { toIdentity } from './identity.ts';
import { refuseMessage as refuse } from './refuse.ts';
import { assertSoundStructure } from './structure.ts';
import { attributeOf, childrenOf, onlyChild, parseXml, textOf, type XmlElement } from './xml.ts';

const success = 'urn:oasis:names:tc:SAML:2.0:status:Success';
const bearer = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';

/**
 * Verifies the response of a SAML provider to one request, and returns the person (R-SSO-11). The structure is checked
 * first; `node-saml` verifies the signature, the audience and the time; then the verified assertion alone is read, for
 * what the library leaves out: issuer, recipient, and the request of every confirmation.
 */
export async function readSamlResponse(
  client: SamlClient,
  { encoded, requestId }: { encoded: string; requestId: string },
): Promise<SsoIdentity> {
  try {
    const received = Buffer.from(encoded, 'base64').toString('utf8');
    const envelope = parseXml(received);
    assertAccepted(envelope);
    const text = await withPlainAssertion({ text: received, response: envelope }, client);
    const response = parseXml(text);
    assertSoundStructure(response);
    assertAddressed(response, client, requestId);
    const verified = await toSaml(client, { requestId }).validatePostResponseAsync({
      SAMLResponse: Buffer.from(text).toString('base64'),
    });
    const assertion = parseXml(verified.profile?.getAssertionXml?.() ?? '');
    assertConfirmed(assertion, client, requestId);
    return await toIdentity(assertion, client);
  } catch (error) {
    throw error instanceof SsoRefusal ? error : toRefusal(error);
  }
}

/** Refuses responses in which the provider says that it didn't sign the person in. */
function assertAccepted(response: XmlElement) {
  const status = onlyChild(onlyChild(response, 'protocol', 'Status'), 'protocol', 'StatusCode');
  const code = attributeOf(status, 'Value');
  if (code !== null && code !== success) refuse(`status ${code}`, 'denied');
  if (code === null) refuse('no status');
}

/** Checks the receiver of the response. Its own attributes may be unsigned; those of the assertion are not. */
function assertAddressed(response: XmlElement, { addresses, provider }: SamlClient, id: string) {
  if (attributeOf(response, 'Version') !== '2.0') refuse('version');
  const request = attributeOf(response, 'InResponseTo');
  if (request === null) refuse('no InResponseTo', 'unsolicited');
  if (request !== id) refuse('another request', 'otherRequest');
  const destination = attributeOf(response, 'Destination');
  if (destination !== null && destination !== addresses.samlResponse)
    refuse('destination', 'recipient');
  const issuer = onlyChild(response, 'assertion', 'Issuer');
  if (issuer && textOf(issuer) !== provider.issuer) refuse('issuer of the response', 'issuer');
}

/** Checks the verified assertion: its issuer, and that it confirms the person to us, for this request and now. */
function assertConfirmed(assertion: XmlElement, { addresses, provider }: SamlClient, id: string) {
  if (attributeOf(assertion, 'Version') !== '2.0') refuse('version');
  if (textOf(onlyChild(assertion, 'assertion', 'Issuer')) !== provider.issuer)
    refuse('issuer of the assertion', 'issuer');
  const subject = onlyChild(assertion, 'assertion', 'Subject') ?? refuse('no subject');
  const confirmations = childrenOf(subject, 'assertion', 'SubjectConfirmation').filter(
    (each) => attributeOf(each, 'Method') === bearer,
  );
  const data = confirmations.map((each) => onlyChild(each, 'assertion', 'SubjectConfirmationData'));
  if (data.length === 0) refuse('no bearer confirmation');
  const ours = data.filter((each) => attributeOf(each, 'Recipient') === addresses.samlResponse);
  if (ours.length === 0) refuse('recipient of the confirmation', 'recipient');
  const answers = ours.filter((each) => attributeOf(each, 'InResponseTo') === id);
  if (answers.length === 0) refuse('request of the confirmation', 'otherRequest');
  const endOf = (each: (typeof data)[number]) =>
    Date.parse(attributeOf(each, 'NotOnOrAfter') ?? '');
  if (!answers.some((each) => endOf(each) > Date.now() - toleranceSeconds * 1_000))
    refuse('end of the confirmation', 'responseExpired');
}

/** Outcomes by the texts of the library's errors. */
const outcomes: readonly [RegExp, SsoOutcome][] = [
  [/expired|not yet valid|No valid subject confirmation/, 'responseExpired'],
  [/^Invalid signature/, 'signature'],
  [/audience/i, 'audience'],
  [/InResponseTo/, 'otherRequest'],
];

/** Maps errors of the library to what an owner can do about them; their texts may quote the message. */
function toRefusal(error: unknown) {
  const text = error instanceof Error ? error.message : '';
  const [pattern, outcome] = outcomes.find(([each]) => each.test(text)) ?? [
    null,
    'responseInvalid',
  ];
  const detail = pattern?.exec(text)?.[0] ?? 'not a SAML response';
  return new SsoRefusal(outcome, { cause: error, detail });
}
