import { cleanName, email as emailSchema, opaqueText } from '#contract/shapes.ts';
import {
  maxSubjectLength,
  SsoRefusal,
  type SamlName,
  type SsoIdentity,
} from '#server/identity/sso/rules.ts';
import { nameFormats } from './algorithms.ts';
import type { SamlClient } from './client.ts';
import { decryptElement } from './decrypt.ts';
import {
  attributeOf,
  childrenOf,
  isElement,
  onlyChild,
  parseXml,
  textOf,
  type XmlElement,
} from './xml.ts';

const claimsBase = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/';

/** Names of attributes by which providers send an address and a name; the first that is present counts. */
const attributeNames = {
  email: [
    'email',
    'mail',
    'emailAddress',
    'urn:oid:0.9.2342.19200300.100.1.3',
    `${claimsBase}emailaddress`,
  ],
  firstName: ['firstName', 'givenName', 'given_name', 'urn:oid:2.5.4.42', `${claimsBase}givenname`],
  lastName: ['lastName', 'sn', 'surname', 'family_name', 'urn:oid:2.5.4.4', `${claimsBase}surname`],
};

const transient = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';

/** Returns the name in a verified element, which may be encrypted; null without exactly one. */
export async function readName(parent: XmlElement, privateKey: string): Promise<SamlName | null> {
  const encrypted = onlyChild(parent, 'assertion', 'EncryptedID');
  const nameId = encrypted
    ? parseXml(await decryptElement(encrypted, { privateKey, isSigned: true }))
    : onlyChild(parent, 'assertion', 'NameID');
  if (!nameId || !isElement(nameId, 'assertion', 'NameID')) return null;
  return {
    value: textOf(nameId),
    format: attributeOf(nameId, 'Format'),
    nameQualifier: attributeOf(nameId, 'NameQualifier'),
    spNameQualifier: attributeOf(nameId, 'SPNameQualifier'),
  };
}

/** Returns the person of a verified assertion. */
export async function toIdentity(
  assertion: XmlElement,
  { provider, keys }: SamlClient,
): Promise<SsoIdentity> {
  const subject = onlyChild(assertion, 'assertion', 'Subject');
  const name = subject && (await readName(subject, keys.privateKey));
  // Another name at each sign-in would be another person.
  if (!name || name.value === '' || name.format === transient) throw new SsoRefusal('unstableName');
  if (name.format !== null && !nameFormats.includes(name.format))
    throw new SsoRefusal('nameFormat', { detail: `name ID format ${name.format}` });
  if (!opaqueText(maxSubjectLength).safeParse(name.value).success)
    throw new SsoRefusal('responseInvalid', { detail: 'the name ID is too long' });
  const attributes = readAttributes(assertion);
  const valueOf = (of: keyof typeof attributeNames) =>
    attributeNames[of].flatMap((each) => attributes.get(each) ?? []).find((text) => text !== '');
  const statement = childrenOf(assertion, 'assertion', 'AuthnStatement')[0];
  const instant = Date.parse(attributeOf(statement, 'AuthnInstant') ?? '');
  const address = emailSchema.safeParse(valueOf('email') ?? name.value);
  return {
    issuer: provider.issuer,
    subject: name.value,
    email: address.success ? address.data : null,
    firstName: cleanName(valueOf('firstName') ?? '', 100),
    lastName: cleanName(valueOf('lastName') ?? '', 100),
    claims: { NameID: name.value, ...Object.fromEntries(attributes) },
    authenticatedAt: Number.isNaN(instant) ? null : new Date(instant),
    signOut: {
      protocol: 'saml',
      name,
      sessionIndex: attributeOf(statement, 'SessionIndex'),
    },
  };
}

function readAttributes(assertion: XmlElement) {
  const all = childrenOf(assertion, 'assertion', 'AttributeStatement').flatMap((statement) =>
    childrenOf(statement, 'assertion', 'Attribute'),
  );
  const read = new Map<string, string[]>();
  for (const attribute of all) {
    const key = attributeOf(attribute, 'Name') ?? '';
    const values = childrenOf(attribute, 'assertion', 'AttributeValue').map(textOf);
    read.set(key, [...(read.get(key) ?? []), ...values]);
  }
  return read;
}
