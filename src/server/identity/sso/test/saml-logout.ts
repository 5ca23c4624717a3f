import { createSign, randomUUID } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { TestApplication } from '#server/test/application.ts';
import { signXml, type SigningKey } from './saml-messages.ts';

/** Values of a logout request; an attribute that is null is left out. */
export type LogoutValues = {
  issuer: string;
  destination: string | null;
  id: string;
  nameId: string;
  nameFormat: string | null;
  sessionIndexes: string[];
  /** Seconds from now at which it was issued and ends. */
  issued: number;
  ends: number | null;
};

const names =
  'xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"';
const at = (seconds: number) => new Date(Date.now() + seconds * 1_000).toISOString();
const optional = (name: string, value: string | null) =>
  value === null ? '' : ` ${name}="${value}"`;

/** Returns the values of a correct logout request. */
export const logoutValues = (
  organization: { id: string },
  changes: Partial<LogoutValues> & Pick<LogoutValues, 'nameId'>,
): LogoutValues => ({
  issuer: 'https://idp.example.com/saml',
  destination: `http://pregao.test/saml/${organization.id}/signed-out`,
  id: `_${randomUUID()}`,
  nameFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
  sessionIndexes: ['_session'],
  issued: 0,
  ends: 300,
  ...changes,
});

/** Returns a logout request; `name` replaces its name ID. */
export const toLogoutRequest = (values: LogoutValues, name?: string) =>
  `<samlp:LogoutRequest ${names} ID="${values.id}" Version="2.0" IssueInstant="${at(values.issued)}"` +
  `${optional('Destination', values.destination)}${optional('NotOnOrAfter', values.ends === null ? null : at(values.ends))}>` +
  `<saml:Issuer>${values.issuer}</saml:Issuer>` +
  (name ?? `<saml:NameID${optional('Format', values.nameFormat)}>${values.nameId}</saml:NameID>`) +
  values.sessionIndexes
    .map((index) => `<samlp:SessionIndex>${index}</samlp:SessionIndex>`)
    .join('') +
  '</samlp:LogoutRequest>';

type RedirectOptions = {
  relayState?: string;
  algorithm?: string;
  /** Encodes as .NET does: with lower-case digits. */
  isLowerCase?: boolean;
};

/** Returns the signed query with which a provider redirects the browser. */
export const toRedirectQuery = (
  xml: string,
  { privateKey }: Pick<SigningKey, 'privateKey'>,
  { relayState, algorithm = 'rsa-sha256', isLowerCase = false }: RedirectOptions = {},
) => {
  const encode = (text: string) => {
    const encoded = encodeURIComponent(text);
    return isLowerCase ? encoded.replaceAll(/%[\dA-F]{2}/g, (each) => each.toLowerCase()) : encoded;
  };
  const parts = [`SAMLRequest=${encode(deflateRawSync(xml).toString('base64'))}`];
  if (relayState !== undefined) parts.push(`RelayState=${encode(relayState)}`);
  parts.push(`SigAlg=${encode(`http://www.w3.org/2001/04/xmldsig-more#${algorithm}`)}`);
  const signer = createSign(algorithm.replace('rsa-', '')).update(parts.join('&'));
  return [...parts, `Signature=${encode(signer.sign(privateKey, 'base64'))}`].join('&');
};

/** Returns the form with which a provider posts a request that it has signed. */
export const toForm = (xml: string, key: SigningKey, relayState?: string) =>
  toUnsignedForm(signXml(xml, 'LogoutRequest', key), relayState);

/** Returns the form with this message. */
export const toUnsignedForm = (xml: string, relayState?: string) =>
  new URLSearchParams({
    SAMLRequest: Buffer.from(xml).toString('base64'),
    ...(relayState !== undefined && { RelayState: relayState }),
  });

/** Sends a request to the logout endpoint; returns the status, and the answer that the provider receives. */
export const sendLogout = async (
  { app }: TestApplication,
  { id }: { id: string },
  message: string | URLSearchParams,
) => {
  const url = `/saml/${id}/signed-out`;
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const reply = await app.inject(
    typeof message === 'string'
      ? { method: 'GET', url: `${url}?${message}` }
      : { method: 'POST', url, headers, payload: message.toString() },
  );
  const location = String(reply.headers['location'] ?? '');
  const query = location.split('?')[1] ?? '';
  const values = new URLSearchParams(query);
  const encoded = values.get('SAMLResponse');
  const xml =
    encoded === null ? '' : inflateRawSync(Buffer.from(encoded, 'base64')).toString('utf8');
  const statuses = [
    ...xml.matchAll(/StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:(\w+)"/g),
  ];
  return {
    status: reply.statusCode,
    location,
    query,
    xml,
    relayState: values.get('RelayState'),
    codes: statuses.map(([, code]) => code),
  };
};
