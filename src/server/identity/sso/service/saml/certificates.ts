import { X509Certificate } from 'node:crypto';
import { Failure } from '#contract/errors.ts';

/** Smallest RSA key that is accepted, in bits. */
export const minKeyBits = 2_048;

const block = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/**
 * Returns the certificates of a text, as PEM: PEM blocks, or the Base64 of one as in metadata. Refuses keys that can't
 * verify our signature methods.
 */
export const toCertificates = (texts: readonly string[]): string[] => [
  ...new Set(
    texts
      .flatMap((text) => text.match(block) ?? [toPem(text)])
      .map((pem) => parseCertificate(pem).toString().trim()),
  ),
];

const toPem = (base64: string) =>
  `-----BEGIN CERTIFICATE-----\n${base64.replaceAll(/\s/g, '').replaceAll(/.{1,64}/g, '$&\n')}-----END CERTIFICATE-----`;

function parseCertificate(pem: string) {
  try {
    const certificate = new X509Certificate(pem);
    const { asymmetricKeyType, asymmetricKeyDetails } = certificate.publicKey;
    const isStrong = (asymmetricKeyDetails?.modulusLength ?? 0) >= minKeyBits;
    if (asymmetricKeyType === 'rsa' && isStrong) return certificate;
  } catch {
    // Not a certificate: refused below.
  }
  throw new Failure('sso.certificate', { fields: { certificates: ['sso.certificate'] } });
}

/** Returns what owners see of a certificate. */
export function describeCertificate(pem: string) {
  const { subject, fingerprint256, validTo } = new X509Certificate(pem);
  return {
    pem,
    subject: subject.replaceAll('\n', ', '),
    fingerprint: fingerprint256,
    expiresAt: new Date(validTo).toISOString(),
  };
}
