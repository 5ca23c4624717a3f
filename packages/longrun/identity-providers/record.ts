import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { randomToken } from '#server/identity/accounts/service/token.ts';
import { addressesOf } from '#server/identity/sso/service/addresses.ts';
import { oidcSignInUrl, readOidcResponse } from '#server/identity/sso/service/oidc.ts';
import { readProviderMetadata } from '#server/identity/sso/service/saml/metadata.ts';
import {
  requestIdOf,
  samlSignInUrl,
  samlSignOutUrl,
} from '#server/identity/sso/service/saml/request.ts';
import { readSamlResponse } from '#server/identity/sso/service/saml/response.ts';
import { generateSelfSigned } from '#server/identity/sso/service/saml/self-signed.ts';
import { serviceMetadata } from '#server/identity/sso/service/saml/service-metadata.ts';
import { createOutboundFetch } from '#server/platform/http/outbound.ts';
import { root } from '#tools/files.ts';
import { openPlainBrowser } from './browser.ts';
import type { ProviderSettings, RealProvider, ServiceToKnow, StartProvider } from './provider.ts';

/** Origin of the product in tests. */
const origin = 'http://pregao.test';
const folder = join(root, 'src/server/identity/sso/test/recorded');
const outbound = createOutboundFetch({ host: '127.0.0.1', publicUrl: null });
const newFlow = () => ({ state: randomToken(), flow: randomToken() });

type Recorder = ServiceToKnow & {
  provider: RealProvider;
  first: ProviderSettings;
  keys: Awaited<ReturnType<typeof generateSelfSigned>>;
};

/**
 * Records what a provider sends to an organization that exists nowhere, in `src/server/identity/sso/test/recorded`, with all that
 * verifies it again: the organization's id and throw-away keys, the secrets of the sign-ins, and the time.
 */
export async function recordProvider(name: string, start: StartProvider) {
  await using stack = new AsyncDisposableStack();
  const tenant = randomUUID();
  const addresses = addressesOf({ origin: () => origin }, tenant);
  const [keys, key] = [await generateSelfSigned('throw-away'), await generateSelfSigned('first')];
  const metadata = serviceMetadata(addresses, keys);
  const first = { key, next: null, encrypts: false };
  const provider = await start(stack, { addresses, metadata }, first);
  const recorder = { addresses, metadata, provider, first, keys };
  const sent = await (provider.metadata === null ? recordOidc(recorder) : recordSaml(recorder));
  const file = join(folder, `${name.toLowerCase().replaceAll(' ', '-')}.json`);
  const about = `Sent by ${name} in a long run. Its keys are throw-away: nothing else uses them.`;
  const content = { about, tenant, domain: provider.domain, ...sent };
  writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`);
  console.log(`recorded ${name}`);
}

/** Returns a browser of a new person, and the function that returns what it brought last with this parameter. */
function openRecordedBrowser({ credentials }: RealProvider) {
  const all: { at: string; values: URLSearchParams; query: string }[] = [];
  const browser = openPlainBrowser(origin, ({ search, searchParams }, fields) => {
    const at = new Date().toISOString();
    all.push({ at, values: fields ?? searchParams, query: search.slice(1) });
  });
  return {
    visit: browser.visit,
    signIn: async (url: string) => {
      const page = await browser.visit(url);
      if (page.url.origin !== origin) await browser.submit(page, credentials);
    },
    brought: (name: string) => {
      const found = all.findLast(({ values }) => values.has(name));
      if (!found) throw new Error(`The provider has sent no ${name}`);
      return found;
    },
  };
}

async function recordSaml({ provider, addresses, first, keys }: Recorder) {
  const publish = () => fetch(provider.metadata ?? '').then((reply) => reply.text());
  const metadata = await publish();
  const client = { addresses, keys, provider: await readProviderMetadata(outbound, metadata) };
  const signIn = async () => {
    const secrets = newFlow();
    const browser = openRecordedBrowser(provider);
    await browser.signIn(await samlSignInUrl(client, secrets, { isFresh: false }));
    const { at, values } = browser.brought('SAMLResponse');
    if (values.get('RelayState') !== secrets.state) throw new Error('Another state came back');
    return { browser, message: { at, ...secrets, response: values.get('SAMLResponse') ?? '' } };
  };
  const toLogout = ({ at, query }: { at: string; query: string }) => ({ at, query });

  const there = await signIn();
  await there.browser.visit(provider.signOut ?? '');
  const here = await signIn();
  const { signOut: hint } = await readSamlResponse(client, {
    encoded: here.message.response,
    requestId: requestIdOf(here.message),
  });
  if (hint?.protocol !== 'saml') throw new Error('No logout request is possible');
  await here.browser.visit(await samlSignOutUrl(client, hint));
  await provider.change({ ...first, encrypts: true });
  const encrypted = await signIn();
  await provider.change({ ...first, key: await generateSelfSigned('second') });
  const next = await signIn();
  return {
    keys,
    metadata,
    nextMetadata: await publish(),
    plain: there.message,
    encrypted: encrypted.message,
    next: next.message,
    logoutRequest: toLogout(there.browser.brought('SAMLRequest')),
    logoutResponse: toLogout(here.browser.brought('SAMLResponse')),
  };
}

async function recordOidc({ provider, addresses }: Recorder) {
  const { issuer = '', clientId = '', clientSecret = null } = provider.connection;
  const client = { issuer, clientId, clientSecret };
  const replies: Record<string, { type: string; body: string }> = {};
  const dependencies = {
    redirectUri: addresses.callback,
    fetch: async (...request: Parameters<typeof outbound>) => {
      const reply = await outbound(...request);
      const body = await reply.clone().text();
      replies[request[0]] = { type: reply.headers.get('content-type') ?? '', body };
      return reply;
    },
  };
  const secrets = newFlow();
  const browser = openRecordedBrowser(provider);
  await browser.signIn(
    await oidcSignInUrl(dependencies, client, { ...secrets, isFresh: false, isTest: true }),
  );
  const { at, query } = browser.brought('code');
  await readOidcResponse(dependencies, client, { ...secrets, query, neededClaim: '' });
  return { client, at, ...secrets, query, replies };
}
