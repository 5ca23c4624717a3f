import { randomUUID, X509Certificate } from 'node:crypto';
import { inflateRawSync } from 'node:zlib';
import type { SsoConnectionInput } from '#contract/sso/connection.ts';
import { generateSelfSigned } from '#server/identity/sso/service/saml/self-signed.ts';
import type { TestApplication } from '#server/test/application.ts';
import { createSsoOrganization, type SsoOrganization } from './connection.ts';
import { readers } from './flow.ts';
import {
  signXml,
  toAssertion,
  toResponse,
  type SamlValues,
  type SigningKey,
} from './saml-messages.ts';

const issuer = 'https://idp.example.com/saml';
const persistent = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent';

/** A started sign-in, with the request that the provider received. */
export type StartedSaml = {
  url: URL;
  request: string;
  requestId: string;
  state: string;
  flow: string;
};

/** Returns what a provider received in the address of a sign-in. */
export const toStarted = ({
  url,
  flow,
}: {
  url: string | null;
  flow: string | null;
}): StartedSaml => {
  const address = new URL(url ?? '');
  const query = address.searchParams;
  const request = inflateRawSync(Buffer.from(query.get('SAMLRequest') ?? '', 'base64')).toString();
  const requestId = /\sID="([^"]+)"/.exec(request)?.[1] ?? '';
  return {
    url: address,
    request,
    requestId,
    state: query.get('RelayState') ?? '',
    flow: flow ?? '',
  };
};

/** Returns what the page at an address sends, to which the browser was redirected. */
export const returnedTo = (location: string) => {
  const [path = '', query = ''] = location.split('?');
  return { organization: path.split('/').at(-1) ?? '', query };
};

/** Settings of the connection to the provider of the tests. */
export const samlSettings = (key: SigningKey): SsoConnectionInput & { protocol: 'saml' } => ({
  protocol: 'saml',
  issuer,
  clientId: '',
  signInUrl: 'https://idp.example.com/sign-in',
  signOutUrl: 'https://idp.example.com/sign-out',
  certificates: [key.certificate],
  signsOut: true,
  roleClaim: '',
  roles: [],
  defaultRole: 2,
  provisions: true,
});

/** Activates a connection to the provider of the tests without a test. */
export async function connectSaml(
  product: TestApplication,
  { owner, id }: SsoOrganization,
  body: SsoConnectionInput,
) {
  await owner.api.sso.update({ body });
  await product.open.owner.query(
    'update sso_connections set tested_at = now() where tenant_id = $1',
    [id],
  );
  await owner.api.sso.activate();
}

/** Returns the values of a correct assertion of a new person. */
export const newPerson = ({ domain }: SsoOrganization) => {
  const nameId = randomUUID();
  return { nameId, attributes: { email: `${nameId}@${domain}`, givenName: 'Lia', sn: 'Prado' } };
};

/** Creates an organization that is connected to a SAML provider, and returns functions that sign in. */
export async function startSaml(product: TestApplication) {
  const key = await generateSelfSigned('provider of the tests');
  const organization = await createSsoOrganization(product);
  await connectSaml(product, organization, samlSettings(key));

  const start = async ({ id }: SsoOrganization = organization) =>
    toStarted(await product.anyone.sso.start({ body: { organization: id } }));

  /** Returns the values of a correct response to a request. */
  const valuesOf = (
    { requestId }: Pick<StartedSaml, 'requestId'>,
    changes: Partial<SamlValues> = {},
    of: SsoOrganization = organization,
  ) => valuesFor({ requestId, of }, changes);

  /** Returns a response with a signed assertion. */
  const respond = (values: SamlValues) =>
    toResponse(values, signXml(toAssertion(values), 'Assertion', key));

  const post = poster(product, organization);

  /** Posts a response, and finishes in the browser that started. */
  const finish = async (
    { state, flow }: Pick<StartedSaml, 'state' | 'flow'>,
    xml: string,
    of: SsoOrganization = organization,
  ) => {
    const { location } = await post(xml, state, of);
    return product.anyone.sso.finish({ body: { ...returnedTo(location), flow } });
  };

  /** Signs in with an assertion that has these values. */
  const signInWith = async (changes: Partial<SamlValues>, of: SsoOrganization = organization) => {
    const started = await start(of);
    const { session } = await finish(started, respond(valuesOf(started, changes, of)), of);
    if (!session) throw new Error('Expected a session');
    return session;
  };

  return {
    ...readers(product, organization),
    key,
    organization,
    start,
    valuesOf,
    respond,
    post,
    finish,
    signInWith,
  };
}

/** Returns the function that posts a response as the form of the provider does; it returns status and redirect. */
const poster =
  (product: TestApplication, organization: SsoOrganization) =>
  async (xml: string, state: string, { id }: SsoOrganization = organization) => {
    const form = new URLSearchParams({
      SAMLResponse: Buffer.from(xml).toString('base64'),
      RelayState: state,
    });
    const reply = await product.app.inject({
      method: 'POST',
      url: `/saml/${id}/response`,
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        origin: 'https://idp.example.com',
      },
      payload: form.toString(),
    });
    return { status: reply.statusCode, location: String(reply.headers['location']) };
  };

/** Returns the values of a correct response to a request. */
const valuesFor = (
  { requestId, of }: { requestId: string; of: SsoOrganization },
  changes: Partial<SamlValues>,
): SamlValues => ({
  issuer,
  audience: `http://pregao.test/saml/${of.id}/metadata`,
  recipient: `http://pregao.test/saml/${of.id}/response`,
  requestId,
  nameFormat: persistent,
  begins: -5,
  ends: 300,
  authenticated: 0,
  sessionIndex: '_session',
  ...newPerson(of),
  ...changes,
});

/** Returns the metadata that the product publishes for an organization. */
export const metadataOf = async ({ app }: TestApplication, id: string) => {
  const reply = await app.inject({ method: 'GET', url: `/saml/${id}/metadata` });
  return { status: reply.statusCode, type: reply.headers['content-type'], xml: reply.body };
};

/** Returns the first certificate in metadata. */
export const certificateIn = (xml: string) => {
  const [, base64 = ''] = /X509Certificate>([^<]+)</.exec(xml) ?? [];
  return new X509Certificate(Buffer.from(base64, 'base64'));
};
