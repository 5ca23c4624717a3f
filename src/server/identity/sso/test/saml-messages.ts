import { randomUUID } from 'node:crypto';
import { SignedXml } from 'xml-crypto';

/** Values that a test changes in a correct response. */
export type SamlValues = {
  issuer: string;
  audience: string;
  recipient: string;
  requestId: string;
  nameId: string;
  nameFormat: string;
  attributes: Record<string, string | string[]>;
  /** Seconds from now at which the assertion begins and ends. */
  begins: number;
  ends: number;
  authenticated: number;
  sessionIndex: string;
};

const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const names =
  'xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"';
const at = (seconds: number) => new Date(Date.now() + seconds * 1_000).toISOString();
const newId = () => `_${randomUUID()}`;

const toAttribute = ([name, values]: [string, string | string[]]) =>
  `<saml:Attribute Name="${name}">${[values]
    .flat()
    .map((value) => `<saml:AttributeValue>${value}</saml:AttributeValue>`)
    .join('')}</saml:Attribute>`;

/** Returns an assertion without a signature. */
export const toAssertion = (values: SamlValues, id = newId()) =>
  `<saml:Assertion ${names} ID="${id}" Version="2.0" IssueInstant="${at(0)}"><saml:Issuer>${values.issuer}</saml:Issuer>` +
  `<saml:Subject><saml:NameID Format="${values.nameFormat}">${values.nameId}</saml:NameID>` +
  `<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData NotOnOrAfter="${at(values.ends)}" Recipient="${values.recipient}" InResponseTo="${values.requestId}"/></saml:SubjectConfirmation></saml:Subject>` +
  `<saml:Conditions NotBefore="${at(values.begins)}" NotOnOrAfter="${at(values.ends)}"><saml:AudienceRestriction><saml:Audience>${values.audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions>` +
  `<saml:AuthnStatement AuthnInstant="${at(values.authenticated)}" SessionIndex="${values.sessionIndex}"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:unspecified</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>` +
  `<saml:AttributeStatement>${Object.entries(values.attributes).map(toAttribute).join('')}</saml:AttributeStatement></saml:Assertion>`;

/** Returns a response around its content. */
export const toResponse = (
  { issuer, recipient, requestId }: Pick<SamlValues, 'issuer' | 'recipient' | 'requestId'>,
  content: string,
  { id = newId(), status = 'Success' } = {},
) =>
  `<samlp:Response ${names} ID="${id}" Version="2.0" IssueInstant="${at(0)}" Destination="${recipient}" InResponseTo="${requestId}">` +
  `<saml:Issuer>${issuer}</saml:Issuer><samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:${status}"/></samlp:Status>${content}</samlp:Response>`;

export type SigningKey = { privateKey: string; certificate: string };

const more = 'http://www.w3.org/2001/04/xmldsig-more#';
/** Algorithms by which a test signs. */
const algorithms = {
  sha256: { signature: `${more}rsa-sha256`, digest: 'http://www.w3.org/2001/04/xmlenc#sha256' },
  sha512: { signature: `${more}rsa-sha512`, digest: 'http://www.w3.org/2001/04/xmlenc#sha512' },
  sha1: {
    signature: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1',
    digest: 'http://www.w3.org/2001/04/xmlenc#sha256',
  },
  sha1Digest: {
    signature: `${more}rsa-sha256`,
    digest: 'http://www.w3.org/2000/09/xmldsig#sha1',
  },
  hmac: {
    signature: 'http://www.w3.org/2000/09/xmldsig#hmac-sha1',
    digest: 'http://www.w3.org/2001/04/xmlenc#sha256',
  },
} as const;
export type Algorithm = keyof typeof algorithms;

/** Signs the element of a document with a name, below its issuer, as providers do. */
export const signXml = (
  xml: string,
  name: 'Assertion' | 'Response' | 'LogoutRequest',
  { privateKey, certificate, algorithm = 'sha256' }: SigningKey & { algorithm?: Algorithm },
) => {
  const { signature, digest } = algorithms[algorithm];
  const signer = new SignedXml({
    privateKey,
    publicCert: certificate,
    signatureAlgorithm: signature,
    canonicalizationAlgorithm: exclusive,
  });
  if (algorithm === 'hmac') signer.enableHMAC();
  const element = `//*[local-name(.)='${name}']`;
  signer.addReference({
    xpath: element,
    digestAlgorithm: digest,
    transforms: ['http://www.w3.org/2000/09/xmldsig#enveloped-signature', exclusive],
  });
  signer.computeSignature(xml, {
    location: { reference: `${element}/*[local-name(.)='Issuer']`, action: 'after' },
  });
  return signer.getSignedXml();
};
