import { describe, expect, test } from 'vitest';
import { sharedApplication } from '#server/test/application.ts';
import { generateSelfSigned } from './service/saml/self-signed.ts';
import { signXml, toAssertion, toResponse, type SamlValues } from './test/saml-messages.ts';
import { newPerson, returnedTo, startSaml } from './test/saml.ts';

const product = await sharedApplication();
const { key, organization, start, valuesOf, respond, post, finish, signInWith, outcomeOf } =
  await startSaml(product);
const expired = expect.objectContaining({ code: 'sso.expired' });

/** Returns the outcome of a sign-in whose response is forged. */
const outcomeFor = async (forge: (values: SamlValues) => string | Promise<string>) => {
  const started = await start();
  return outcomeOf(finish(started, await forge(valuesOf(started))));
};

/** Returns the outcome of a signed response with other values. */
const outcomeWith = (changes: Partial<SamlValues>) =>
  outcomeFor((values) => respond({ ...values, ...changes }));

const range = (length: number) => Array.from({ length }, (_, index) => index);

/** Returns elements inside each other, with attributes by their depth. */
const nested = (depth: number, attributes: (n: number) => string) =>
  range(depth)
    .map((n) => `<e${attributes(n)}>`)
    .join('') + '</e>'.repeat(depth);

describe('A forged SAML response (R-SSO-11)', () => {
  test('is refused, while a correct one signs in', async () => {
    const person = newPerson(organization);
    const { user } = await signInWith(person);
    expect(user.email).toBe(person.attributes.email);
  });

  test('without a signature is refused', async () => {
    const unsigned = (values: SamlValues) => toResponse(values, toAssertion(values));
    expect(await outcomeFor(unsigned)).toBe('unsigned');
  });

  test('whose response alone is signed is refused', async () => {
    const outcome = await outcomeFor((values) =>
      signXml(toResponse(values, toAssertion(values)), 'Response', key),
    );
    expect(outcome).toBe('unsigned');
  });

  test('with a signature of another key is refused, although it brings its certificate', async () => {
    const stranger = await generateSelfSigned('provider of the tests');
    const outcome = await outcomeFor((values) =>
      toResponse(values, signXml(toAssertion(values), 'Assertion', stranger)),
    );
    expect(outcome).toBe('signature');
  });

  test('that was changed after it was signed is refused', async () => {
    const outcome = await outcomeFor((values) => respond(values).replace(values.nameId, 'another'));
    expect(outcome).toBe('signature');
  });

  test('that has expired is refused', async () => {
    expect(await outcomeWith({ begins: -900, ends: -300 })).toBe('responseExpired');
  });

  test('that is not valid yet is refused', async () => {
    expect(await outcomeWith({ begins: 300, ends: 900 })).toBe('responseExpired');
  });

  test('that ended less than a minute ago is accepted, as clocks differ', async () => {
    const { user } = await signInWith({ begins: -300, ends: -30 });
    expect(user.currentTenant?.id).toBe(organization.id);
  });

  test('that is replayed is refused, for the same sign-in and for another one', async () => {
    const started = await start();
    const xml = respond(valuesOf(started));
    await expect(finish(started, xml)).resolves.toMatchObject({ session: expect.anything() });
    await expect(finish(started, xml)).rejects.toEqual(expired);
    expect(await outcomeOf(finish(await start(), xml))).toBe('otherRequest');
  });

  test.each<[string, string, Partial<SamlValues>]>([
    ['another audience', 'audience', { audience: 'https://other.example.com' }],
    ['another issuer', 'issuer', { issuer: 'https://other.example.com' }],
    ['another recipient', 'recipient', { recipient: 'https://other.example.com/response' }],
    ['the ID of another request', 'otherRequest', { requestId: '_another' }],
  ])('with %s is refused', async (_name, outcome, changes) => {
    expect(await outcomeWith(changes)).toBe(outcome);
  });

  test.each<[string, string, Partial<SamlValues>]>([
    ['another issuer', 'issuer', { issuer: 'https://other.example.com' }],
    ['another recipient', 'recipient', { recipient: 'https://other.example.com/response' }],
    ['the ID of another request', 'otherRequest', { requestId: '_another' }],
  ])(
    'whose assertion has %s than the response around it is refused',
    async (_name, cause, changes) => {
      const outcome = await outcomeFor((values) =>
        toResponse(values, signXml(toAssertion({ ...values, ...changes }), 'Assertion', key)),
      );
      expect(outcome).toBe(cause);
    },
  );

  test.each<[string, string]>([
    [
      'namespaces',
      nested(30, (n) =>
        range(8)
          .map((k) => ` xmlns:n${n}x${k}="u"`)
          .join(''),
      ),
    ],
    ['nesting', nested(50, () => '')],
    [
      'attributes of one element',
      `<e ${range(31)
        .map((n) => `a${n}="v"`)
        .join(' ')}/>`,
    ],
    ['elements', '<e/>'.repeat(1_000)],
    [
      'attributes of all elements',
      `<e ${range(29)
        .map((n) => `a${n}="1"`)
        .join(' ')}/>`.repeat(150),
    ],
  ])(
    'with too many %s is refused before it is parsed, whose work would be quadratic',
    async (_name, extra) => {
      const started = await start();
      const extended = respond(valuesOf(started)).replace(
        '</samlp:Status>',
        `</samlp:Status><samlp:Extensions>${extra}</samlp:Extensions>`,
      );
      expect(await outcomeOf(finish(started, extended))).toBe('responseInvalid');
    },
  );

  test('with hundreds of groups signs in', async () => {
    const person = newPerson(organization);
    const groups = range(600).map((n) => `Group ${n}`);
    const { user } = await signInWith({ ...person, attributes: { ...person.attributes, groups } });
    expect(user.email).toBe(person.attributes.email);
  });

  test('that answers no request is refused', async () => {
    const unsolicited = valuesOf({ requestId: '' });
    const { status, location } = await post(respond(unsolicited), '');
    expect(status).toBe(303);
    expect(location).toContain(`/account/sso/callback/${organization.id}?state=&code=`);
    const body = { ...returnedTo(location), flow: 'any' };
    await expect(product.anyone.sso.finish({ body })).rejects.toEqual(expired);
    const withoutRequest = (xml: string) => xml.replaceAll(/ InResponseTo="[^"]*"/g, '');
    const outcome = await outcomeFor((values) => {
      const assertion = signXml(withoutRequest(toAssertion(values)), 'Assertion', key);
      return withoutRequest(toResponse(values, assertion));
    });
    expect(outcome).toBe('unsolicited');
  });

  test.each(['sha1', 'sha1Digest'] as const)(
    'that is signed with SHA-1 is refused (%s)',
    async (algorithm) => {
      const outcome = await outcomeFor((values) =>
        toResponse(values, signXml(toAssertion(values), 'Assertion', { ...key, algorithm })),
      );
      expect(outcome).toBe('algorithm');
    },
  );

  test('that is signed by HMAC with the public certificate is refused', async () => {
    const { certificate } = key;
    for (const secret of [certificate, `${certificate}\n`]) {
      const outcome = await outcomeFor((values) =>
        toResponse(
          values,
          signXml(toAssertion(values), 'Assertion', {
            privateKey: secret,
            certificate,
            algorithm: 'hmac',
          }),
        ),
      );
      expect(outcome).toBe('algorithm');
    }
  });

  test('with a comment that cuts the name short is refused', async () => {
    const { attributes } = newPerson(organization);
    const [victim, rest] = [attributes.email, '.evil.example'];
    const outcome = await outcomeFor((values) =>
      respond({ ...values, nameId: `${victim}${rest}`, attributes: {} }).replace(
        `${victim}${rest}`,
        `${victim}<!---->${rest}`,
      ),
    );
    expect(outcome).toBe('responseInvalid');
    const { rows } = await product.open.owner.query('select from users where email = $1', [victim]);
    expect(rows).toEqual([]);
  });

  test.each([
    ['a document type', '<!DOCTYPE samlp:Response>'],
    ['entities that expand', '<!DOCTYPE a [<!ENTITY b "cc"><!ENTITY d "&b;&b;">]>'],
    ['an external entity', '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]>'],
  ])('with %s is refused', async (_name, declaration) => {
    expect(await outcomeFor((values) => `${declaration}${respond(values)}`)).toBe(
      'responseInvalid',
    );
  });

  test('that is nested too deeply, too large or no XML is refused', async () => {
    const deep = `${'<a>'.repeat(5_000)}${'</a>'.repeat(5_000)}`;
    expect(
      await outcomeFor((values) =>
        respond(values).replace('</samlp:Status>', `</samlp:Status>${deep}`),
      ),
    ).toBe('responseInvalid');
    expect(await outcomeFor(() => 'no XML')).toBe('responseInvalid');
    const { status } = await post('a'.repeat(600 * 1_024), (await start()).state);
    expect(status).toBe(413);
  });

  test('with a name that changes at each sign-in is refused (R-SSO-12)', async () => {
    const nameFormat = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';
    expect(await outcomeWith({ nameFormat })).toBe('unstableName');
  });

  test('in which the provider refuses the person is named in the log', async () => {
    const denied = (values: SamlValues) => toResponse(values, '', { status: 'Responder' });
    expect(await outcomeFor(denied)).toBe('denied');
    // Nor does an assertion help beside the refusal.
    const both = (values: SamlValues) =>
      toResponse(values, signXml(toAssertion(values), 'Assertion', key), { status: 'Requester' });
    expect(await outcomeFor(both)).toBe('denied');
  });
});
