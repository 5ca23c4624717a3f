import { createVerify } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { Role } from '#contract/access.ts';
import { sharedApplication } from '#server/test/application.ts';
import { generateSelfSigned } from './service/saml/self-signed.ts';
import { createSsoOrganization } from './test/connection.ts';
import { signXml, toAssertion, toResponse } from './test/saml-messages.ts';
import {
  certificateIn,
  connectSaml,
  metadataOf,
  newPerson,
  returnedTo,
  samlSettings,
  startSaml,
} from './test/saml.ts';

const product = await sharedApplication();
const { owner: store } = product.open;
const {
  key,
  organization,
  start,
  valuesOf,
  respond,
  post,
  finish,
  signInWith,
  outcomes,
  outcomeOf,
  roleOf,
} = await startSaml(product);
const expired = expect.objectContaining({ code: 'sso.expired' });

describe('A sign-in with SAML 2.0 (R-SSO-10)', () => {
  test('sends a signed request, and adds a member to the organization', async () => {
    const { url, request, requestId, state } = await start();
    expect(url.origin + url.pathname).toBe('https://idp.example.com/sign-in');
    expect(request).toContain(
      `AssertionConsumerServiceURL="http://pregao.test/saml/${organization.id}/response"`,
    );
    expect(request).not.toContain('ForceAuthn');
    expect([requestId, state]).toEqual([
      expect.stringMatching(/^_[\w-]{43}$/),
      expect.stringMatching(/^[\w-]{43}$/),
    ]);
    const { xml } = await metadataOf(product, organization.id);
    const [signed] = url.search.slice(1).split('&Signature=');
    const verifier = createVerify('sha256').update(signed ?? '');
    const signature = Buffer.from(url.searchParams.get('Signature') ?? '', 'base64');
    expect(verifier.verify(certificateIn(xml).publicKey, signature)).toBe(true);

    const person = newPerson(organization);
    const { user, token } = await signInWith(person);
    expect(user).toMatchObject({
      firstName: 'Lia',
      lastName: 'Prado',
      email: person.attributes.email,
    });
    expect(user.currentTenant?.id).toBe(organization.id);
    expect(await roleOf(user.id)).toBe(Role.Member);
    const headers = { authorization: `Bearer ${token}`, 'x-tenant-key': organization.id };
    await expect(product.callerOf(headers).tenants.getCurrent()).resolves.toMatchObject({
      id: organization.id,
    });
    expect((await outcomes())[0]).toBe('joined');
    await signInWith(person);
    expect((await outcomes())[0]).toBe('signedIn');
  });

  test('cleans names, and refuses an id beyond its length (R-SSO-05)', async () => {
    const person = newPerson(organization);
    const attributes = {
      ...person.attributes,
      givenName: 'Lia\n\u202EOpen http://evil.example',
      sn: 'P'.repeat(150),
    };
    const { user } = await signInWith({ ...person, attributes });
    expect(user).toMatchObject({
      firstName: 'Lia Open http evil. example',
      lastName: 'P'.repeat(100),
    });
    const long = { ...person, nameId: 'a'.repeat(6_000) };
    expect(await outcomeOf(signInWith(long))).toBe('responseInvalid');
  });

  test('is finished once, in the browser that started it, within ten minutes', async () => {
    const started = await start();
    const other = await start();
    const { status, location } = await post(respond(valuesOf(started)), started.state);
    expect([status, location]).toEqual([
      303,
      expect.stringMatching(
        new RegExp(
          `^/account/sso/callback/${organization.id}\\?state=${started.state}&code=[\\w-]{43}$`,
        ),
      ),
    ]);
    const finishWith = (flow: string) =>
      product.anyone.sso.finish({ body: { ...returnedTo(location), flow } });
    await expect(finishWith(other.flow)).rejects.toEqual(expired);
    const results = await Promise.allSettled(
      Array.from({ length: 6 }, () => finishWith(started.flow)),
    );
    expect(results.filter((each) => each.status === 'fulfilled')).toHaveLength(1);
    await store.query(`update sso_requests set expires_at = now() - interval '1 second'`);
    await expect(finish(other, respond(valuesOf(other)))).rejects.toEqual(expired);
  });

  test('takes the first response alone, of its own organization, and keeps none', async () => {
    const started = await start();
    const values = valuesOf(started);
    const elsewhere = await createSsoOrganization(product);
    await post('<forged/>', started.state, elsewhere);
    const { location } = await post(respond(values), started.state);
    const { rows } = await store.query<{ response: Buffer }>(
      'select response from sso_requests where response is not null',
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]?.response.toString('latin1')).not.toContain(values.nameId);
    await expect(finish(started, '<forged/>')).rejects.toEqual(expired);
    const body = { ...returnedTo(location), flow: started.flow };
    await expect(product.anyone.sso.finish({ body })).resolves.toMatchObject({
      session: expect.anything(),
    });
    const { rows: kept } = await store.query('select from sso_requests where response is not null');
    expect(kept).toEqual([]);
  });

  test('hands a response to the browser that received it alone, not to the one that asked for it', async () => {
    // A person follows the address that a stranger has got, and their provider answers from its session.
    const stranger = await start();
    const { location } = await post(respond(valuesOf(stranger)), stranger.state);
    const { id } = organization;
    const finishWith = (query: string, flow: string) =>
      product.anyone.sso.finish({ body: { organization: id, query, flow } });
    for (const query of [`state=${stranger.state}`, `state=${stranger.state}&code=guessed`])
      await expect(finishWith(query, stranger.flow)).rejects.toEqual(expired);
    const { query } = returnedTo(location);
    await expect(finishWith(query, 'none')).rejects.toEqual(expired);
    await expect(finishWith(query, stranger.flow)).resolves.toMatchObject({
      session: expect.anything(),
    });
  });

  test('without a response is refused', async () => {
    const { state, flow } = await start();
    const body = { organization: organization.id, query: `state=${state}`, flow };
    expect(await outcomeOf(product.anyone.sso.finish({ body }))).toBe('unsolicited');
  });

  test('accepts each of several certificates, and none that was removed', async () => {
    const place = await createSsoOrganization(product);
    const next = await generateSelfSigned('next key');
    const settings = samlSettings(key);
    const certificates = [key.certificate, next.certificate];
    await connectSaml(product, place, { ...settings, certificates: [certificates.join('\n')] });
    const signInBy = async (by: typeof key) => {
      const started = await start(place);
      const values = valuesOf(started, {}, place);
      return finish(
        started,
        toResponse(values, signXml(toAssertion(values), 'Assertion', by)),
        place,
      );
    };
    for (const by of [key, next]) {
      await expect(signInBy(by)).resolves.toMatchObject({ session: expect.anything() });
    }
    await connectSaml(product, place, { ...settings, certificates: [next.certificate] });
    expect(await outcomeOf(signInBy(key), place)).toBe('signature');
  });

  test('gives roles by an attribute, and takes the address from it or from the name (R-SSO-06)', async () => {
    const place = await createSsoOrganization(product);
    await connectSaml(product, place, {
      ...samlSettings(key),
      roleClaim: 'groups',
      roles: [{ value: 'admins', role: Role.Admin }],
    });
    const nameId = `lia@${place.domain}`;
    const { user } = await signInWith({ nameId, attributes: { groups: ['all', 'admins'] } }, place);
    expect(user.email).toBe(nameId);
    expect(await roleOf(user.id, place)).toBe(Role.Admin);
    await signInWith({ nameId, attributes: { groups: 'all' } }, place);
    expect(await roleOf(user.id, place)).toBe(Role.Member);
    expect(
      await outcomeOf(signInWith({ nameId: 'no address', attributes: {} }, place), place),
    ).toBe('noEmail');
    const stranger = { nameId: 'x', attributes: { email: 'x@other.example.com' } };
    expect(await outcomeOf(signInWith(stranger, place), place)).toBe('otherDomain');
  });
});
