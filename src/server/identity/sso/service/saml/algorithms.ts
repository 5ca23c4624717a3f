/**
 * Lists what is accepted of a SAML provider. The checks and our metadata read the same lists, so that metadata promises
 * nothing that is refused (R-SSO-22).
 */

/**
 * Signatures with RSA and SHA-256 or SHA-512: without SHA-1 and without shared keys. SHA-384 is as strong, but the library
 * doesn't verify it, and no provider needs it.
 */
export const signatureMethods: readonly string[] = [
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
];

export const digestMethods: readonly string[] = [
  'http://www.w3.org/2001/04/xmlenc#sha256',
  'http://www.w3.org/2001/04/xmlenc#sha512',
];

/**
 * Encryption of the content and of its key that our metadata asks for. Authenticated, so that no changed text can be
 * probed as with RSA 1.5.
 */
export const encryptionMethods: readonly string[] = [
  'http://www.w3.org/2009/xmlenc11#aes256-gcm',
  'http://www.w3.org/2009/xmlenc11#aes128-gcm',
  'http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p',
  'http://www.w3.org/2009/xmlenc11#rsa-oaep',
];

/**
 * Encryption of content that the provider has signed as it was sent: a changed text is refused before it is decrypted
 * (decision 80).
 */
export const signedEncryptionMethods: readonly string[] = [
  ...encryptionMethods,
  'http://www.w3.org/2001/04/xmlenc#aes256-cbc',
  'http://www.w3.org/2001/04/xmlenc#aes128-cbc',
];

/** Format of a name that says nothing, as without the attribute. */
export const unspecifiedFormat = 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified';

/** Formats of lasting names; a provider takes the first that it knows. */
export const nameFormats: readonly string[] = [
  'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
  'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
  unspecifiedFormat,
];

/** Bindings by which messages travel. */
export const bindings = {
  redirect: 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect',
  post: 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST',
} as const;
