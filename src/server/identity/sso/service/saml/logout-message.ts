import { constants, createSign, createVerify, randomBytes, X509Certificate } from 'node:crypto';
import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';
import { signatureMethods } from './algorithms.ts';
import type { SamlClient } from './client.ts';
import { refuseMessage as refuse } from './refuse.ts';
import { verifiedText } from './verify.ts';
import { childrenOf, namespaces, parseXml, type XmlElement } from './xml.ts';

const [deflate, inflate] = [promisify(deflateRaw), promisify(inflateRaw)];

/** Size limit of an inflated request, in bytes: a hundred times that of one that providers send. */
const maxBytes = 64 * 1024;

/** Logout request as it arrived: in the query of the address, or in a form. */
export type LogoutMessage = {
  text: string;
  relayState: string | null;
  /** Refuses the message unless one of the certificates has signed it. */
  verify: (request: XmlElement, client: SamlClient) => Promise<void>;
};

/** Returns the values of a query as they were sent, which is what was signed; refuses one that is repeated. */
function rawValues(query: string) {
  const values = new Map<string, string>();
  for (const part of query.split('&')) {
    const [name = '', value = ''] = part.split(/=(.*)/s);
    if (values.has(name)) refuse('a parameter that is sent twice');
    values.set(name, value);
  }
  return values;
}

const decodeValue = (value = '') => decodeURIComponent(value.replaceAll('+', ' '));

/** Reads a request of the HTTP-Redirect binding (SAML 2.0 Bindings 3.4). */
export async function readRedirect(query: string): Promise<LogoutMessage> {
  const values = rawValues(query);
  const encoded = Buffer.from(decodeValue(values.get('SAMLRequest')), 'base64');
  const inflated = await inflate(encoded, { maxOutputLength: maxBytes });
  const relayState = values.get('RelayState');
  const method = decodeValue(values.get('SigAlg'));
  const signature = Buffer.from(decodeValue(values.get('Signature')), 'base64');
  return {
    text: inflated.toString('utf8'),
    relayState: relayState === undefined ? null : decodeValue(relayState),
    verify: async (_request, { provider }) => {
      if (!values.has('Signature')) refuse('a logout request without a signature', 'unsigned');
      if (!signatureMethods.includes(method)) refuse(`signature method ${method}`, 'algorithm');
      const signed = ['SAMLRequest', 'RelayState', 'SigAlg']
        .filter((name) => values.has(name))
        .map((name) => `${name}=${values.get(name)}`)
        .join('&');
      const hash = method.endsWith('512') ? 'sha512' : 'sha256';
      const isValid = provider.certificates.some((pem) =>
        createVerify(hash)
          .update(signed)
          .verify(
            { key: new X509Certificate(pem).publicKey, padding: constants.RSA_PKCS1_PADDING },
            signature,
          ),
      );
      if (!isValid) refuse('signature of the query', 'signature');
    },
  };
}

/** Reads a request of the HTTP-POST binding (SAML 2.0 Bindings 3.5). */
export function readForm(fields: URLSearchParams): LogoutMessage {
  const text = Buffer.from(fields.get('SAMLRequest') ?? '', 'base64').toString('utf8');
  return {
    text,
    relayState: fields.get('RelayState'),
    verify: async (request, { provider }) => {
      if (childrenOf(request, 'signature', 'Signature').length === 0)
        refuse('a logout request without a signature', 'unsigned');
      verifiedText(text, request, provider.certificates);
    },
  };
}

/** Parses a message; throws unless it is a logout request with an ID. */
export function parseLogoutRequest({ text }: LogoutMessage): XmlElement {
  const request = parseXml(text);
  if (request.namespaceURI !== namespaces.protocol || request.localName !== 'LogoutRequest')
    refuse('not a logout request');
  return request;
}

/** Answers of a logout request (SAML 2.0 Core 3.2.2.2), as status codes, the second within the first. */
const statuses = {
  success: ['Success'],
  unknownPrincipal: ['Requester', 'UnknownPrincipal'],
  requestDenied: ['Requester', 'RequestDenied'],
} as const;
export type LogoutStatus = keyof typeof statuses;

const toXml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** Returns the address of the provider with a signed answer to its request. */
export async function logoutResponseUrl(
  { addresses, provider, keys }: SamlClient,
  { status, to, relayState }: { status: LogoutStatus; to: string; relayState: string | null },
) {
  const codes = statuses[status].reduceRight<string>(
    (inner, code) =>
      `<samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:${code}">${inner}</samlp:StatusCode>`,
    '',
  );
  const response =
    `<samlp:LogoutResponse xmlns:samlp="${namespaces.protocol}" ID="_${randomBytes(16).toString('hex')}" Version="2.0" ` +
    `IssueInstant="${new Date().toISOString()}" Destination="${toXml(provider.signOutUrl)}" InResponseTo="${toXml(to)}">` +
    `<saml:Issuer xmlns:saml="${namespaces.assertion}">${toXml(addresses.samlEntity)}</saml:Issuer>` +
    `<samlp:Status>${codes}</samlp:Status></samlp:LogoutResponse>`;
  const parts = [
    `SAMLResponse=${encodeURIComponent((await deflate(response)).toString('base64'))}`,
  ];
  if (relayState !== null) parts.push(`RelayState=${encodeURIComponent(relayState)}`);
  parts.push(`SigAlg=${encodeURIComponent(signatureMethods[0] ?? '')}`);
  const signature = createSign('sha256').update(parts.join('&')).sign(keys.privateKey, 'base64');
  parts.push(`Signature=${encodeURIComponent(signature)}`);
  return `${provider.signOutUrl}${provider.signOutUrl.includes('?') ? '&' : '?'}${parts.join('&')}`;
}
