import { Failure } from '#contract/errors.ts';
import { maxCertificates, type SamlProvider } from '#contract/sso/connection.ts';
import type { OutboundFetch } from '#server/platform/http/outbound.ts';
import { bindings } from './algorithms.ts';
import { toCertificates } from './certificates.ts';
import {
  allElements,
  attributeOf,
  childrenOf,
  isElement,
  parseXml,
  textOf,
  withoutRemarks,
  type XmlElement,
} from './xml.ts';

/** Reads the metadata of a provider: a document, or the address at which it is published (R-SSO-10). */
export async function readProviderMetadata(
  fetch: OutboundFetch,
  given: string,
): Promise<SamlProvider> {
  const text = /^https?:/i.test(given) ? await download(fetch, given) : given;
  try {
    return toProvider(parseXml(withoutRemarks(text)));
  } catch {
    throw new Failure('sso.metadata', { fields: { metadata: ['sso.metadata'] } });
  }
}

async function download(fetch: OutboundFetch, url: string) {
  const reply = await fetch(url).catch(() => null);
  if (!reply?.ok)
    throw new Failure('sso.unreachable', { fields: { metadata: ['sso.unreachable'] } });
  return reply.text();
}

/** Returns the one provider of a document; throws if there is none, or several. */
function toProvider(root: XmlElement): SamlProvider {
  const all = allElements(root);
  const [role, ...others] = all.filter((each) => isElement(each, 'metadata', 'IDPSSODescriptor'));
  const entity = role?.parentNode as XmlElement | undefined;
  if (!role || !entity || others.length > 0) throw new Error('not one identity provider');
  const addressFor = (name: string) =>
    attributeOf(
      childrenOf(role, 'metadata', name).find(
        (service) => attributeOf(service, 'Binding') === bindings.redirect,
      ),
      'Location',
    );
  const keys = childrenOf(role, 'metadata', 'KeyDescriptor').filter(
    (key) => attributeOf(key, 'use') !== 'encryption',
  );
  const certificates = keys
    .flatMap((key) => allElements(key))
    .filter((each) => isElement(each, 'signature', 'X509Certificate'))
    .map(textOf);
  const [issuer, signInUrl] = [attributeOf(entity, 'entityID'), addressFor('SingleSignOnService')];
  if (!issuer || !signInUrl || certificates.length === 0) throw new Error('incomplete');
  return {
    issuer,
    signInUrl,
    signOutUrl: addressFor('SingleLogoutService') ?? '',
    certificates: toCertificates(certificates).slice(0, maxCertificates),
  };
}
