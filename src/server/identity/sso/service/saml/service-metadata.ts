import {
  bindings,
  digestMethods,
  encryptionMethods,
  nameFormats,
  signatureMethods,
} from './algorithms.ts';
import { minKeyBits } from './certificates.ts';
import type { SamlAddresses } from './client.ts';
import type { SamlKeyPair } from './keys.ts';
import { namespaces } from './xml.ts';

const support = 'urn:oasis:names:tc:SAML:metadata:algsupport';

const algorithmsIn = (name: string, algorithms: readonly string[], more = '') =>
  algorithms.map((each) => `<${name} Algorithm="${each}"${more}/>`).join('');

/**
 * Returns the metadata of an organization, with which its provider is configured (R-SSO-10). It names what is accepted,
 * and nothing else (R-SSO-22); the same document at each request.
 */
export function serviceMetadata(
  { samlEntity, samlResponse, samlSignedOut }: SamlAddresses,
  { certificate }: Pick<SamlKeyPair, 'certificate'>,
) {
  const base64 = certificate.replaceAll(/-----[^-]+-----|\s/g, '');
  const key = `<ds:KeyInfo><ds:X509Data><ds:X509Certificate>${base64}</ds:X509Certificate></ds:X509Data></ds:KeyInfo>`;
  const endpoint = (name: string, binding: keyof typeof bindings, location: string) =>
    `<${name} Binding="${bindings[binding]}" Location="${location}"`;
  return [
    '<?xml version="1.0"?>',
    `<EntityDescriptor xmlns="${namespaces.metadata}" xmlns:ds="${namespaces.signature}" xmlns:alg="${support}" entityID="${samlEntity}" ID="_metadata">`,
    `<SPSSODescriptor protocolSupportEnumeration="${namespaces.protocol}" AuthnRequestsSigned="true" WantAssertionsSigned="true">`,
    '<Extensions>',
    algorithmsIn('alg:DigestMethod', digestMethods),
    algorithmsIn('alg:SigningMethod', signatureMethods, ` MinKeySize="${minKeyBits}"`),
    '</Extensions>',
    `<KeyDescriptor use="signing">${key}</KeyDescriptor>`,
    `<KeyDescriptor use="encryption">${key}${algorithmsIn('EncryptionMethod', encryptionMethods)}</KeyDescriptor>`,
    `${endpoint('SingleLogoutService', 'redirect', samlSignedOut)}/>`,
    `${endpoint('SingleLogoutService', 'post', samlSignedOut)}/>`,
    ...nameFormats.map((format) => `<NameIDFormat>${format}</NameIDFormat>`),
    `${endpoint('AssertionConsumerService', 'post', samlResponse)} index="1" isDefault="true"/>`,
    '</SPSSODescriptor>',
    '</EntityDescriptor>',
  ].join('\n');
}
