import { describe, expect, test } from 'vitest';
import { Role } from '#contract/access.ts';
import { sharedApplication } from '#server/test/application.ts';
import {
  createProvisionedOrganization,
  isError,
  newScimUser,
  patchOf,
  userPath,
} from './test/client.ts';

const product = await sharedApplication();

describe('Texts of a directory', () => {
  const badNames = [
    ['a line break', 'Maria,\n\nYour account is locked'],
    ['a link', 'Open http://evil.example'],
    ['an address', 'evil.example/login'],
    ['a bidirectional mark', 'Ana \u202Eazuos'],
    ['a right-to-left mark', 'Ana\u200F'],
    ['a control character', 'Ana\u0007'],
    ['a NUL', 'Ana\u0000'],
    ['a lone surrogate', 'Ana\uD800'],
    ['too many characters', 'A'.repeat(101)],
  ];

  test.each(badNames)('follow the rules of names: %s is refused (R-SCM-03)', async (_what, bad) => {
    const { scim, add } = await createProvisionedOrganization(product);
    const { email, ...member } = await add(Role.Member);
    for (const attribute of ['givenName', 'familyName']) {
      const name = { givenName: 'Eva', familyName: 'Reis', [attribute]: bad };
      const replies = [
        await scim('POST', '/Users', { body: newScimUser({ name }) }),
        await scim('PUT', userPath(member), { body: newScimUser({ userName: email, name }) }),
        await scim('PATCH', userPath(member), {
          body: patchOf({ op: 'replace', path: `name.${attribute}`, value: bad }),
        }),
      ];
      expect(replies).toEqual(replies.map(() => isError(400, 'invalidValue')));
    }
  });

  test.each([
    ['externalId', { externalId: 'a\u0000b' }],
    ['a phone number', { phoneNumbers: [{ value: '1\u00002' }] }],
    ['a phone number of two lines', { phoneNumbers: [{ value: '1\n2' }] }],
    ['a language', { preferredLanguage: 'e\u0000' }],
  ])('that no database stores are refused in %s (R-SCM-03)', async (_what, values) => {
    const { scim } = await createProvisionedOrganization(product);
    expect(await scim('POST', '/Users', { body: newScimUser(values) })).toEqual(
      isError(400, 'invalidValue'),
    );
  });

  test('are refused in addresses and filters, like dates that no database has (R-SCM-03)', async () => {
    const { scim } = await createProvisionedOrganization(product);
    const filters = [
      'userName eq "a\u0000"',
      'userName eq "a\\u0000"',
      ...['-271821-04-20T00:00:00Z', '-004714-01-01T00:00:00Z', '+275761-01-01T00:00:00Z'].map(
        (time) => `meta.created gt "${time}"`,
      ),
    ];
    for (const filter of filters) {
      const query = `/Users?filter=${encodeURIComponent(filter)}`;
      expect(await scim('GET', query)).toEqual(isError(400, 'invalidFilter'));
      const body = { filter };
      expect(await scim('POST', '/Users/.search', { body })).toEqual(isError(400, 'invalidFilter'));
    }
    for (const method of ['GET', 'PUT', 'PATCH', 'DELETE'] as const) {
      const body = method === 'PUT' || method === 'PATCH' ? newScimUser() : undefined;
      const path = '/Users/a%00b';
      expect(await scim(method, path, { body })).toEqual(isError(404));
    }
  });
});
