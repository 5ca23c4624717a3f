import { SsoRefusal, type SsoIdentity } from '#server/sso/rules.ts';
import { toSaml, toleranceSeconds, type SamlClient } from './client.ts';
import { withPlainAssertion } from './decrypt.ts';
import { toIdentity } from './identity.ts';
import { assertSoundStructure } from './structure.ts';
import { attributeOf, childrenOf, onlyChild, parseXml, textOf, type XmlElement } from './xml.ts';

const success = 'urn:oasis:names:tc:SAML:2.0:status:Success';
const bearer = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';

const refuse = (reason: string): never => {
  throw new SsoRefusal('responseInvalid', { cause: new Error(reason) });
};

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
    const { privateKey } = client.keys;
    const text = await withPlainAssertion({ text: received, response: envelope }, privateKey);
    const response = parseXml(text);
    assertSoundStructure(response);
    assertAddressed(response, client, requestId);
    const verified = await toSaml(client, { requestId }).validatePostResponseAsync({
      SAMLResponse: Buffer.from(text).toString('base64'),
    });
    const assertion = parseXml(verified.profile?.getAssertionXml?.() ?? '');
    assertConfirmed(assertion, client, requestId);
    return toIdentity(assertion, client);
  } catch (error) {
    throw error instanceof SsoRefusal ? error : toRefusal(error);
  }
}

/** Refuses responses in which the provider says that it didn't sign the person in. */
const assertAccepted = (response: XmlElement) => {
  const status = onlyChild(onlyChild(response, 'protocol', 'Status'), 'protocol', 'StatusCode');
  const code = attributeOf(status, 'Value');
  if (code !== null && code !== success) throw new SsoRefusal('denied', { cause: new Error(code) });
  if (code === null) refuse('no status');
};

/** Checks the receiver of the response. Its own attributes may be unsigned; those of the assertion are not. */
const assertAddressed = (response: XmlElement, { addresses, provider }: SamlClient, id: string) => {
  if (attributeOf(response, 'Version') !== '2.0') refuse('version');
  if (attributeOf(response, 'InResponseTo') !== id) refuse('another request');
  const destination = attributeOf(response, 'Destination');
  if (destination !== null && destination !== addresses.samlResponse) refuse('destination');
  const issuer = onlyChild(response, 'assertion', 'Issuer');
  if (issuer && textOf(issuer) !== provider.issuer) refuse('issuer of the response');
};

/** Checks the verified assertion: its issuer, and that it confirms the person to us, for this request and now. */
const assertConfirmed = (
  assertion: XmlElement,
  { addresses, provider }: SamlClient,
  id: string,
) => {
  if (attributeOf(assertion, 'Version') !== '2.0') refuse('version');
  if (textOf(onlyChild(assertion, 'assertion', 'Issuer')) !== provider.issuer) refuse('issuer');
  const subject = onlyChild(assertion, 'assertion', 'Subject') ?? refuse('no subject');
  const confirmations = childrenOf(subject, 'assertion', 'SubjectConfirmation');
  const isConfirmed = confirmations.some((confirmation) => {
    const data = onlyChild(confirmation, 'assertion', 'SubjectConfirmationData');
    const ends = Date.parse(attributeOf(data, 'NotOnOrAfter') ?? '');
    return (
      attributeOf(confirmation, 'Method') === bearer &&
      attributeOf(data, 'Recipient') === addresses.samlResponse &&
      attributeOf(data, 'InResponseTo') === id &&
      ends > Date.now() - toleranceSeconds * 1_000
    );
  });
  if (!isConfirmed) refuse('recipient, request or end of the confirmation');
};

/** Maps errors of the library to what an owner can do about them. */
const toRefusal = (error: unknown) => {
  const text = error instanceof Error ? error.message : '';
  const isLate = /expired|not yet valid|No valid subject confirmation/.test(text);
  return new SsoRefusal(isLate ? 'responseExpired' : 'responseInvalid', { cause: error });
};
