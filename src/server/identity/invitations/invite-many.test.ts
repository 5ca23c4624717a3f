import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { Role } from '#contract/access.ts';
import { parseAddress, splitAddresses } from '#contract/onboarding/addresses.ts';
import { MemberStatus } from '#contract/statuses.ts';
import {
  createTestOrganization,
  createTestUser,
  type TestOrganizationMember,
} from '#server/identity/members/test/organizations.ts';
import { sharedApplication } from '#server/test/application.ts';
import { waitForMail } from './test/invitations.ts';

const product = await sharedApplication();
const code = (expected: string) => expect.objectContaining({ code: expected });
const newAddress = () => `${randomUUID()}@example.com`;
const newAddresses = (length: number) => Array.from({ length }, newAddress);
const invite = ({ api }: TestOrganizationMember, addresses: string[], role: Role = Role.Member) =>
  api.invitations.inviteMany({ body: { addresses, role } });
const mailsTo = async (email: string) =>
  (await product.app.inject(`/sandbox/mail.json?to=${email}`)).json() as unknown[];

describe('a list of addresses (R-ONB-12)', () => {
  test('is split at lines, commas and semicolons, but not in a quoted name', () => {
    const text = 'a@b.co, Eva Reis <eva@b.co>;\n\n"Souza, Ana" <ana@b.co>\r\n c@b.co ';
    expect(splitAddresses(text)).toEqual([
      'a@b.co',
      'Eva Reis <eva@b.co>',
      '"Souza, Ana" <ana@b.co>',
      'c@b.co',
    ]);
  });

  test.each([
    ['EVA@b.co', { email: 'eva@b.co', firstName: '', lastName: '' }],
    ['<eva@b.co>', { email: 'eva@b.co', firstName: '', lastName: '' }],
    ['Eva <eva@b.co>', { email: 'eva@b.co', firstName: 'Eva', lastName: '' }],
    ['Eva M. Reis <eva@b.co>', { email: 'eva@b.co', firstName: 'Eva', lastName: 'M. Reis' }],
    ['"Reis, Eva" <eva@b.co>', { email: 'eva@b.co', firstName: 'Eva', lastName: 'Reis' }],
    ['eva', { error: 'field.email' }],
    ['Eva <eva>', { error: 'field.email' }],
    ['visit evil.example/x <eva@b.co>', { error: 'field.invalid' }],
  ])('entry %s', (entry, parsed) => {
    expect(parseAddress(entry)).toEqual(parsed);
  });
});

describe('inviting several people (R-ONB-12)', () => {
  test('answers each entry, and mails each person once', async () => {
    const { id, owner, add } = await createTestOrganization(product);
    const member = await add(Role.Member);
    const asking = await add(Role.Member, { status: MemberStatus.PendingAcceptance });
    const known = await createTestUser(product);
    const email = newAddress();
    const given = [
      `Eva Reis <${email}>`,
      email.toUpperCase(),
      member.email,
      asking.email,
      'not-an-address',
      known.email,
    ];
    const results = await invite(owner, given, Role.Admin);
    expect(results.map(({ address }) => address)).toEqual(given);
    expect(results.map(({ result }) => result)).toEqual([
      'invited',
      'duplicate',
      'existing',
      'existing',
      'invalid',
      'invited',
    ]);
    const all = await owner.api.members.getAll({ params: { tenantId: id } });
    expect(all.find((one) => one.email === email)).toMatchObject({
      firstName: 'Eva',
      lastName: 'Reis',
      role: Role.Admin,
      status: MemberStatus.PendingInvitation,
    });
    // The list reveals nothing of an existing account.
    expect(all.find((one) => one.email === known.email)).toMatchObject({
      firstName: '',
      lastName: '',
      user: { avatar: '' },
    });
    await waitForMail(product, email);
    await waitForMail(product, known.email);
    const { items } = await owner.api.audit.getAll({ query: { action: 'member.created' } });
    const people = items.map(({ after }) => after?.['status']);
    expect(people.filter((status) => status === MemberStatus.PendingInvitation)).toHaveLength(2);
    expect((await invite(owner, [email]))[0]?.result).toBe('existing');
    expect(await mailsTo(email)).toHaveLength(1);
  });

  test('gives free seats to the first entries', async () => {
    const organization = await createTestOrganization(product, { seats: 3 });
    const member = await organization.add(Role.Guest);
    const [first = '', second = ''] = newAddresses(2);
    const results = await invite(organization.owner, [first, second, member.email]);
    expect(results.map(({ result }) => result)).toEqual(['invited', 'noSeat', 'existing']);
    expect(await organization.seatsTaken()).toBe(3);
    expect(await mailsTo(second)).toEqual([]);
    const { rows } = await product.open.owner.query('select from users where email = $1', [second]);
    expect(rows).toEqual([]);
  });

  test('takes exactly the free seats in 50 calls at a time', async () => {
    const organization = await createTestOrganization(product, { seats: 20 });
    const results = await Promise.allSettled(
      Array.from({ length: 50 }, () => invite(organization.owner, newAddresses(3))),
    );
    const entries = results.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
    expect(entries.filter(({ result }) => result === 'invited')).toHaveLength(19);
    expect(await organization.seatsTaken()).toBe(20);
    // A busy machine may refuse a call for lack of a connection.
    const refusals = results.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    expect(refusals).toEqual(refusals.map(() => code('unavailable')));
  });

  test('invites the same new people to several organizations at a time', async () => {
    const organizations = await Promise.all(
      Array.from({ length: 5 }, () => createTestOrganization(product)),
    );
    const people = newAddresses(20);
    // Fails after two seconds of waiting for the others, without an invitation.
    const insist = (...given: Parameters<typeof invite>): ReturnType<typeof invite> =>
      invite(...given).catch((error: { code: string }) => {
        if (error.code !== 'unavailable') throw error;
        return insist(...given);
      });
    const results = await Promise.all(
      organizations.map(({ owner }, index) =>
        insist(owner, index % 2 ? people : people.toReversed()),
      ),
    );
    expect(new Set(results.flat().map(({ result }) => result))).toEqual(new Set(['invited']));
  });

  test('is for owners and admins, up to 50 people, within their own role', async () => {
    const { owner, add } = await createTestOrganization(product);
    const [admin, member] = [await add(Role.Admin), await add(Role.Member)];
    await expect(invite(member, newAddresses(1))).rejects.toEqual(code('tenant.onlyAdmin'));
    await expect(invite(admin, newAddresses(1), Role.Owner)).rejects.toEqual(
      code('tenant.onlyOwner'),
    );
    await expect(invite(owner, newAddresses(51))).rejects.toEqual(code('validation'));
    await expect(invite(owner, [])).rejects.toEqual(code('validation'));
    expect(await invite(admin, newAddresses(50))).toHaveLength(50);
  });

  test('takes effect once when it is repeated with its key', async () => {
    const organization = await createTestOrganization(product);
    const { headers } = organization.owner;
    const keyed = product.callerOf({ ...headers, 'idempotency-key': randomUUID() });
    const body = { addresses: newAddresses(2), role: Role.Member };
    const first = await keyed.invitations.inviteMany({ body });
    expect(await keyed.invitations.inviteMany({ body })).toEqual(first);
    expect(await organization.seatsTaken()).toBe(3);
  });
});
