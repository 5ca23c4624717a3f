import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Constants, IdentityProvider, SamlLib, ServiceProvider, setSchemaValidator } from 'samlify';
import { generateSelfSigned } from '#server/identity/sso/service/saml/self-signed.ts';

const { binding } = Constants.namespace;
const emailFormat = Constants.namespace.format.emailAddress;
/** Settings that the library reads and doesn't declare. */
const encryption = {
  dataEncryptionAlgorithm: 'http://www.w3.org/2009/xmlenc11#aes256-gcm',
  keyEncryptionAlgorithm: 'http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p',
};
const sha256 = Constants.algorithms.signature.RSA_SHA256;

const statement =
  '<saml:AuthnStatement AuthnInstant="{IssueInstant}" SessionIndex="{ID}"><saml:AuthnContext>' +
  '<saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:unspecified</saml:AuthnContextClassRef>' +
  '</saml:AuthnContext></saml:AuthnStatement>';
const template = SamlLib.defaultLoginResponseTemplate.context
  .replace('{AuthnStatement}', statement)
  .replace('{AttributeStatement}', '');

// Messages of the product are read as they are; the library wants a validator to be named.
setSchemaValidator({ validate: async () => 'not validated' });

/** SAML provider (`samlify`) of tests that signs in any address. */
export type SamlTestProvider = {
  entity: string;
  metadata: string;
  metadataUrl: string;
  signInUrl: string;
  signOutUrl: string;
  certificate: string;
  /** Addresses at which people were to sign in or to sign out. */
  asked: string[];
  /** Returns the response, in Base64, to the request in an address, after checking its signature. */
  respond: (url: string, email: string, options?: { encrypts?: boolean }) => Promise<string>;
  close: () => void;
};

/**
 * Starts a provider with a sign-in form at its address, which posts the response; `serviceMetadata` returns that of the
 * product.
 */
export async function startSamlProvider(
  serviceMetadata: () => Promise<string>,
): Promise<SamlTestProvider> {
  const server = createServer((request, response) => {
    void answer(provider, request).then(({ status, body, ...headers }) =>
      response.writeHead(status, { 'content-type': 'text/html', ...headers }).end(body),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const key = await generateSelfSigned('samlify');
  const create = (encrypts: boolean) => createEntity({ origin, encrypts, ...key });
  const provider: SamlTestProvider = {
    entity: `${origin}/entity`,
    metadata: create(false).getMetadata(),
    metadataUrl: `${origin}/metadata`,
    signInUrl: `${origin}/sign-in`,
    signOutUrl: `${origin}/sign-out`,
    certificate: key.certificate,
    asked: [],
    respond: async (url, email, { encrypts = false } = {}) => {
      const identityProvider = create(encrypts);
      const service = ServiceProvider({ metadata: await serviceMetadata() });
      const { searchParams, search } = new URL(url);
      const { extract } = await identityProvider.parseLoginRequest(service, 'redirect', {
        query: Object.fromEntries(searchParams),
        octetString: search.slice(1).split('&Signature=')[0] ?? '',
      });
      const receiver = service.entityMeta.getAssertionConsumerService('post');
      const values = valuesFor({
        email,
        Issuer: `${origin}/entity`,
        Audience: service.entityMeta.getEntityID(),
        Destination: String(receiver),
        InResponseTo: String(extract['request']?.id),
      });
      const { context } = await identityProvider.createLoginResponse(
        service,
        { extract },
        'post',
        { email },
        (text) => ({ id: values.ID, context: SamlLib.replaceTagsByValue(text, values) }),
      );
      return context;
    },
    close: () => void server.close(),
  };
  return provider;
}

type Entity = { origin: string; encrypts: boolean; privateKey: string; certificate: string };

const createEntity = ({ origin, encrypts, privateKey, certificate }: Entity) =>
  IdentityProvider({
    entityID: `${origin}/entity`,
    privateKey,
    signingCert: certificate,
    isAssertionEncrypted: encrypts,
    ...encryption,
    wantAuthnRequestsSigned: true,
    requestSignatureAlgorithm: sha256,
    messageSigningOrder: 'sign-then-encrypt',
    nameIDFormat: [emailFormat],
    singleSignOnService: [{ Binding: binding.redirect, Location: `${origin}/sign-in` }],
    singleLogoutService: [{ Binding: binding.redirect, Location: `${origin}/sign-out` }],
    loginResponseTemplate: { context: template, attributes: [] },
  });

type Receiver = Record<'Issuer' | 'Audience' | 'Destination' | 'InResponseTo' | 'email', string>;

/** Returns the values of the library's template for a response. */
function valuesFor({ email, ...receiver }: Receiver) {
  const [now, end] = [new Date(), new Date(Date.now() + 300_000)];
  return {
    ...receiver,
    ID: `_${randomUUID()}`,
    AssertionID: `_${randomUUID()}`,
    SubjectRecipient: receiver.Destination,
    StatusCode: Constants.StatusCode.Success,
    IssueInstant: now.toISOString(),
    ConditionsNotBefore: now.toISOString(),
    ConditionsNotOnOrAfter: end.toISOString(),
    SubjectConfirmationDataNotOnOrAfter: end.toISOString(),
    NameIDFormat: emailFormat,
    NameID: email,
  };
}

type Answer = { status: number; body: string; 'content-type'?: string };

const page = (content: string): Answer => ({
  status: 200,
  body: `<!doctype html><html lang="en"><title>Provider</title><body>${content}</body></html>`,
});

/** Serves the metadata, the form in which people sign in, the response that it posts, and the page after signing out. */
async function answer(provider: SamlTestProvider, request: IncomingMessage): Promise<Answer> {
  const url = new URL(request.url ?? '/', provider.entity);
  if (url.pathname === '/metadata') {
    return { status: 200, body: provider.metadata, 'content-type': 'application/samlmetadata+xml' };
  }
  if (request.method === 'GET') provider.asked.push(url.href);
  if (url.pathname === '/sign-out') return page('<h1>Signed out at the provider</h1>');
  if (url.pathname !== '/sign-in') return { status: 404, body: '' };
  if (request.method === 'GET') {
    return page(
      '<form method="post"><label>Login <input name="email"></label><button>Sign in</button></form>',
    );
  }
  let body = '';
  for await (const part of request) body += String(part);
  const response = await provider.respond(url.href, new URLSearchParams(body).get('email') ?? '');
  const [, receiver] =
    / Destination="([^"]+)"/.exec(Buffer.from(response, 'base64').toString()) ?? [];
  return page(
    `<form method="post" action="${receiver}"><input type="hidden" name="SAMLResponse" value="${response}">` +
      `<input type="hidden" name="RelayState" value="${url.searchParams.get('RelayState')}">` +
      '<button>Continue</button></form>',
  );
}
