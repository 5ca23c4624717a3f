import { describe, expect, test } from 'vitest';
import { Role } from '#contract/access.ts';
import { sharedApplication } from '#server/test/application.ts';
import { startSamlProvider } from '#tools/kit/saml-provider.ts';
import { createSsoOrganization } from './test/connection.ts';
import {
  certificateIn,
  connectSaml,
  metadataOf as readMetadata,
  returnedTo,
  samlSettings,
  startSaml,
  toStarted,
} from './test/saml.ts';

const product = await sharedApplication();
const { owner: store } = product.open;
const { key, organization, post, signInWith } = await startSaml(product);
const metadataOf = (id: string) => readMetadata(product, id);

describe('Metadata (R-SSO-10)', () => {
  test('of the organization is published at an address that stays the same', async () => {
    const first = await metadataOf(organization.id);
    expect([first.status, first.type]).toEqual([200, 'application/samlmetadata+xml']);
    expect(first.xml).toContain(`entityID="http://pregao.test/saml/${organization.id}/metadata"`);
    expect(first.xml).toContain('WantAssertionsSigned="true"');
    expect(first.xml).not.toContain('PRIVATE');
    expect(await metadataOf(organization.id)).toEqual(first);
    const { subject, publicKey } = certificateIn(first.xml);
    expect(subject).toContain(organization.id);
    expect(publicKey.asymmetricKeyDetails?.modulusLength).toBe(3_072);
    expect((await metadataOf(crypto.randomUUID())).status).toBe(404);
  });

  test('is generated once by parallel requests, and its key is stored encrypted (R-SSO-07)', async () => {
    const place = await createSsoOrganization(product);
    const all = await Promise.all(Array.from({ length: 4 }, () => metadataOf(place.id)));
    expect(new Set(all.map(({ xml }) => xml)).size).toBe(1);
    const { rows } = await store.query<{ private_key: Buffer }>(
      'select private_key from saml_keys where tenant_id = $1',
      [place.id],
    );
    expect(rows[0]?.private_key.toString('latin1')).not.toContain('PRIVATE KEY');
  });

  test('has another key after saving the draft, if the key of the installation is another one', async () => {
    const place = await createSsoOrganization(product);
    const before = await metadataOf(place.id);
    await connectSaml(product, place, samlSettings(key));
    expect(await metadataOf(place.id)).toEqual(before);
    await store.query(`update saml_keys set private_key = '\\x00' where tenant_id = $1`, [
      place.id,
    ]);
    expect((await metadataOf(place.id)).status).toBe(503);
    await connectSaml(product, place, samlSettings(key));
    const after = await metadataOf(place.id);
    expect([after.status, after.xml === before.xml]).toEqual([200, false]);
    await expect(signInWith({}, place)).resolves.toBeDefined();
  });

  test('of a provider fills in the settings, pasted or by its address', async () => {
    const provider = await startSamlProvider(async () => (await metadataOf(organization.id)).xml);
    const { api } = organization.owner;
    const expected = {
      issuer: provider.entity,
      signInUrl: provider.signInUrl,
      signOutUrl: provider.signOutUrl,
      certificates: [provider.certificate],
    };
    for (const metadata of [provider.metadataUrl, `<!-- published -->${provider.metadata}`]) {
      await expect(api.sso.readMetadata({ body: { metadata } })).resolves.toEqual(expected);
    }
    provider.close();
    await expect(
      api.sso.readMetadata({ body: { metadata: provider.metadataUrl } }),
    ).rejects.toMatchObject({ code: 'sso.unreachable' });
    const bad = [
      'no XML',
      '<a/>',
      `<!DOCTYPE a>${provider.metadata}`,
      `<a>${provider.metadata}${provider.metadata}</a>`,
      provider.metadata.replaceAll('HTTP-Redirect', 'SOAP'),
      // Text whose remarks have no end, and more namespaces than a parser copies in a moment.
      `${'<!--'.repeat(10_000)}${provider.metadata}`,
      `<a>${'<b xmlns:c="d"/>'.repeat(201)}${provider.metadata}</a>`,
    ];
    for (const metadata of bad) {
      await expect(api.sso.readMetadata({ body: { metadata } })).rejects.toMatchObject({
        code: 'sso.metadata',
      });
    }
  });

  test.each<[string, string, object]>([
    ['no entity ID', 'validation', { issuer: '' }],
    ['a sign-in address that is no address', 'sso.address', { signInUrl: 'javascript:alert(1)' }],
    ['a sign-out address that is no address', 'sso.address', { signOutUrl: 'sign-out' }],
    ['no certificate', 'sso.certificate', { certificates: [] }],
    ['another text as certificate', 'sso.certificate', { certificates: ['MIIB'] }],
  ])('with %s is refused', async (_name, code, changes) => {
    const body = { ...samlSettings(key), ...changes };
    await expect(organization.owner.api.sso.update({ body })).rejects.toMatchObject({ code });
  });
});

describe('A provider of another maker (samlify)', () => {
  test('signs in with its metadata, also with an encrypted assertion, and tests a draft (R-SSO-02, R-SSO-10)', async () => {
    const place = await createSsoOrganization(product);
    const provider = await startSamlProvider(async () => (await metadataOf(place.id)).xml);
    const { api } = place.owner;
    const { signOutUrl: _none, ...read } = await api.sso.readMetadata({
      body: { metadata: provider.metadataUrl },
    });
    await api.sso.update({ body: { protocol: 'saml', ...read } });
    await expect(api.sso.activate()).rejects.toMatchObject({ code: 'sso.notTested' });
    const person = `lia@${place.domain}`;
    const answer = async (begun: { url: string | null; flow: string | null }, encrypts = false) => {
      const { state, flow } = toStarted(begun);
      const xml = await provider.respond(begun.url ?? '', person, { encrypts });
      const { location } = await post(Buffer.from(xml, 'base64').toString(), state, place);
      return { ...returnedTo(location), flow };
    };
    const { test: result } = await api.sso.finish({ body: await answer(await api.sso.test()) });
    expect(result).toMatchObject({ outcome: 'tested', email: person, role: Role.Member });
    expect(result?.claims).toContainEqual({ name: 'NameID', value: person });
    await api.sso.activate();
    for (const encrypts of [false, true]) {
      const begun = await product.anyone.sso.start({ body: { organization: place.id } });
      const { session } = await product.anyone.sso.finish({ body: await answer(begun, encrypts) });
      expect(session?.user.email).toBe(person);
    }
    provider.close();
  });
});
