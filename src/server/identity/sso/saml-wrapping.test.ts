import { describe, expect, test } from 'vitest';
import { sharedApplication } from '#server/test/application.ts';
import { signXml, toAssertion, toResponse, type SamlValues } from './test/saml-messages.ts';
import { newPerson, startSaml } from './test/saml.ts';

const product = await sharedApplication();
const { key, organization, start, valuesOf, finish, outcomeOf } = await startSaml(product);

/** Parts of a response that the provider signed, and of the assertion that an attacker adds. */
type Parts = {
  values: SamlValues;
  /** Signed assertion, its signature, and the assertion without it. */
  signed: string;
  signature: string;
  bare: string;
  /** Assertion of the attacker, with a place for a signature. */
  evil: (inside?: string) => string;
};

const afterIssuer = '</saml:Issuer>';
const signaturePattern = /<Signature[^]*<\/Signature>/;
const insertSignature = (assertion: string, signature: string) =>
  assertion.replace(afterIssuer, `${afterIssuer}${signature}`);
const insertIn = (element: string, end: string, content: string) =>
  element.replace(new RegExp(`${end}$`), `${content}${end}`);
const evilId = '_evil';

const victim = newPerson(organization);

/** Attacks by the numbers of Somorovsky et al., On Breaking SAML (USENIX Security 2012). */
const attacks: Record<string, (parts: Parts) => string> = {
  'XSW 1: the signed response inside the signature of another response': ({
    values,
    signed,
    evil,
  }) => {
    const response = signXml(toResponse(values, signed), 'Response', key);
    const [signature = ''] = /<Signature[^]*?<\/Signature>/.exec(response) ?? [];
    const original = response.replace(signature, '');
    const wrapped = insertIn(signature, '</Signature>', original);
    return toResponse(values, evil(), { id: evilId }).replace(
      afterIssuer,
      `${afterIssuer}${wrapped}`,
    );
  },
  'XSW 2: the signed response beside its detached signature': ({ values, signed, evil }) => {
    const response = signXml(toResponse(values, signed), 'Response', key);
    const [signature = ''] = /<Signature[^]*?<\/Signature>/.exec(response) ?? [];
    const original = response.replace(signature, '');
    return toResponse(values, evil(), { id: evilId }).replace(
      afterIssuer,
      `${afterIssuer}${original}${signature}`,
    );
  },
  'XSW 3: another assertion before the signed one': ({ values, signed, evil }) =>
    toResponse(values, `${evil()}${signed}`),
  'XSW 4: the signed assertion inside another one': ({ values, signed, evil }) =>
    toResponse(values, insertIn(evil(), '</saml:Assertion>', signed)),
  'XSW 5: another assertion with the signature of one at the end': ({
    values,
    signature,
    bare,
    evil,
  }) => toResponse(values, `${evil(signature)}${bare}`),
  'XSW 6: the signed assertion inside the signature of another one': ({
    values,
    signature,
    bare,
    evil,
  }) => toResponse(values, evil(insertIn(signature, '</Signature>', bare))),
  'XSW 7: another assertion in an extension': ({ values, signed, evil }) =>
    toResponse(values, `<samlp:Extensions>${evil()}</samlp:Extensions>${signed}`),
  'XSW 8: the signed assertion in an object of the signature of another one': ({
    values,
    signature,
    bare,
    evil,
  }) => toResponse(values, evil(insertIn(signature, '</Signature>', `<Object>${bare}</Object>`))),
};

const partsOf = (values: SamlValues): Parts => {
  const bare = toAssertion(values);
  const signed = signXml(bare, 'Assertion', key);
  const [signature = ''] = signaturePattern.exec(signed) ?? [];
  const forged = toAssertion({ ...values, ...victim }, evilId);
  return {
    values,
    signed,
    signature,
    bare,
    evil: (inside = '') => insertSignature(forged, inside),
  };
};

describe('Signature wrapping (R-SSO-11)', () => {
  test('starts from a response that signs in', async () => {
    const started = await start();
    const { values, signed } = partsOf(valuesOf(started));
    await expect(finish(started, toResponse(values, signed))).resolves.toMatchObject({
      session: expect.anything(),
    });
    const again = await start();
    const parts = partsOf(valuesOf(again));
    const both = signXml(toResponse(parts.values, parts.signed), 'Response', key);
    await expect(finish(again, both)).resolves.toMatchObject({ session: expect.anything() });
  });

  test.each(Object.keys(attacks))('%s is refused', async (name) => {
    const started = await start();
    const xml = attacks[name]?.(partsOf(valuesOf(started))) ?? '';
    expect(xml).toContain(evilId);
    expect(xml).toContain(victim.attributes.email);
    expect(await outcomeOf(finish(started, xml))).toBe('responseInvalid');
    const { rows } = await product.open.owner.query('select from users where email = $1', [
      victim.attributes.email,
    ]);
    expect(rows).toEqual([]);
  });
});
