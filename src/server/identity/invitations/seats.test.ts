import { randomUUID } from 'node:crypto';
import { hash } from '@node-rs/argon2';
import { describe, expect, test } from 'vitest';
import { Role } from '#contract/access.ts';
import { Failure } from '#contract/errors.ts';
import { MemberStatus, type MemberStatus as Status } from '#contract/statuses.ts';
import {
  createTestOrganization,
  createTestUser,
  type TestOrganization,
} from '#server/identity/members/test/organizations.ts';
import { DatabaseUnavailable } from '#server/platform/database/driver/errors.ts';
import { scopeTenant, trusted } from '#server/platform/database/isolation/ids.ts';
import { db } from '#server/platform/database/query.ts';
import { registerOwner, signInOperator, testApplication } from '#server/test/application.ts';
import { repetitions } from '#tools/kit/seed.ts';
import { createInvitation, invitationBody } from './test/invitations.ts';

/**
 * The seat limit holds on every way in and under every race (R-MEM-04, R-MEM-05). `LONGRUN=all` repeats each
 * race 50 times.
 */
const product = await testApplication();
const repeats = Array.from({ length: repetitions(1, 50) }, (_, n) => n + 1);
const limit = 3;
const competitors = 100;
const full = expect.objectContaining({
  code: 'tenant.maxNumberOfUsers',
  params: { max: limit },
});

const password = 'a password of the crowd';
// Minimum hashing cost, so that the race is for seats and not for CPU time.
const cheapHash = await hash(password, { memoryCost: 8, timeCost: 1 });

/** Creates accounts with a password directly in the database. */
const createCompetitors = async (size = competitors) => {
  const emails = Array.from({ length: size }, () => `${randomUUID()}@example.com`);
  await product.open.owner.query(
    `insert into users (email, password_hash, verified_at)
     select email, $2, now() from unnest($1::text[]) email`,
    [emails, cheapHash],
  );
  return emails;
};

/**
 * Runs all attempts concurrently; returns how many succeeded and expects the limit to refuse the others.
 */
const raceForSeats = async (attempts: (() => Promise<unknown>)[]) => {
  const results = await Promise.allSettled(attempts.map((attempt) => attempt()));
  const refusals = results.flatMap((result) =>
    result.status === 'rejected' ? [result.reason as Failure | DatabaseUnavailable] : [],
  );
  // A busy machine may also refuse an attempt for lack of a connection; that takes no seat either.
  const isBusy = (refusal: Failure | DatabaseUnavailable) =>
    refusal instanceof DatabaseUnavailable || refusal.code === 'unavailable';
  for (const refusal of refusals) if (!isBusy(refusal)) expect(refusal).toEqual(full);
  return results.length - refusals.length;
};

const createJoinLink = async ({ owner }: TestOrganization, requireAcceptance: boolean) => {
  const body = { enableLink: true, enablePublicUrl: false, requireAcceptance };
  return (await owner.api.invitations.updateSettings({ body })).link;
};
let networks = 0;
/** Requests access from a network of its own: one network may have 50 passwords waiting to be hashed. */
const request = (token: string, email: string) =>
  product.callerOf({}, `198.51.100.${(networks += 1) % 250}`).invitations.requestAccess({
    params: { token },
    body: { email, password, passwordConfirm: password },
  });
const acceptRequest = ({ owner }: TestOrganization, id: string) =>
  owner.api.invitations.acceptUser({ params: { id }, body: { accepted: true } });

const seatClaims: Record<
  string,
  (organization: TestOrganization) => Promise<(() => Promise<unknown>)[]>
> = {
  invitations: async ({ owner }) =>
    Array.from(
      { length: competitors },
      () => () => owner.api.invitations.invite({ body: invitationBody(Role.Guest) }),
    ),
  'link joins': async (organization) => {
    const link = await createJoinLink(organization, false);
    return (await createCompetitors()).map((email) => () => request(link, email));
  },
  'requests and acceptances': async (organization) => {
    const link = await createJoinLink(organization, true);
    return (await createCompetitors()).map((email) => async () => {
      const { id } = await request(link, email);
      return acceptRequest(organization, id);
    });
  },
  reactivations: async ({ id, add }) => {
    const away = await Promise.all(
      Array.from({ length: competitors }, () =>
        add(Role.Member, { status: MemberStatus.Inactive }),
      ),
    );
    return away.map(
      ({ member }) =>
        () =>
          product.open.tenant(trusted.tenantId(id), (tx) =>
            tx.run(
              db
                .updateTable('memberships')
                .set({ status: MemberStatus.Active })
                .where('tenant_id', '=', scopeTenant)
                .where('id', '=', member),
            ),
          ),
    );
  },
};

describe.each(Object.entries(seatClaims))(
  `${competitors} %s at a limit of ${limit} (R-MEM-05)`,
  (_name, prepare) => {
    test.each(repeats)('take exactly the free seats (%i)', async () => {
      const organization = await createTestOrganization(product, { seats: limit });
      expect(await raceForSeats(await prepare(organization))).toBe(limit - 1);
      expect(await organization.seatsTaken()).toBe(limit);
    });
  },
);

test.each(repeats)(
  'all ways to join together take exactly the free seats (%i, R-MEM-05)',
  async () => {
    const organization = await createTestOrganization(product, { seats: limit });
    const { owner } = organization;
    const link = await createJoinLink(organization, false);
    const asking = await Promise.all(
      Array.from({ length: 30 }, () =>
        organization.add(Role.Member, { status: MemberStatus.PendingAcceptance }),
      ),
    );
    const comers = (await createCompetitors(30)).map((email) => () => request(link, email));
    const invited = comers.map(
      () => () => owner.api.invitations.invite({ body: invitationBody() }),
    );
    const accepted = asking.map(
      ({ member }) =>
        () =>
          acceptRequest(organization, member),
    );
    const all = [...comers, ...invited, ...accepted];
    expect(await raceForSeats(all)).toBe(limit - 1);
    expect(await organization.seatsTaken()).toBe(limit);
  },
);

describe('a reserved seat (R-MEM-04)', () => {
  test.each(repeats)('is taken once by 100 acceptances and not by other people (%i)', async () => {
    const organization = await createTestOrganization(product, { seats: limit });
    const { owner, seatsTaken } = organization;
    const people = await Promise.all([createTestUser(product), createTestUser(product)]);
    const invited = await Promise.all(
      people.map(async (person) => ({
        person,
        ...(await createInvitation(product, owner, invitationBody(Role.Member, person.email))),
      })),
    );
    const uses = invited.flatMap(({ person, token, email }) =>
      Array.from({ length: competitors / 2 }, () =>
        person.api.invitations.accept({ params: { token }, body: { email } }),
      ),
    );
    const others = raceForSeats(
      Array.from(
        { length: 20 },
        () => () => owner.api.invitations.invite({ body: invitationBody(Role.Guest) }),
      ),
    );
    const results = await Promise.allSettled(uses);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    expect([await others, await seatsTaken()]).toEqual([0, limit]);
    const list = await owner.api.members.getAll({ params: { tenantId: owner.tenant } });
    expect(list.map(({ status }) => status)).toEqual([2, 2, 2]);
  });

  test('can be taken after a change to a plan with fewer seats', async () => {
    const { owner, id, seatsTaken } = await createTestOrganization(product, { seats: 2 });
    const person = await createTestUser(product);
    const { token, email } = await createInvitation(
      product,
      owner,
      invitationBody(Role.Member, person.email),
    );
    await product.open.owner.query('update tenant_products set status = $2 where tenant_id = $1', [
      id,
      'canceled',
    ]);
    await person.api.invitations.accept({ params: { token }, body: { email } });
    expect(await seatsTaken()).toBe(2);
    await expect(owner.api.invitations.invite({ body: invitationBody() })).rejects.toMatchObject({
      code: 'tenant.maxNumberOfUsers',
      params: { max: 1 },
    });
  });

  test('is released when the invitation is withdrawn', async () => {
    const { owner } = await createTestOrganization(product, { seats: 2 });
    const { member } = await createInvitation(product, owner);
    await expect(owner.api.invitations.invite({ body: invitationBody() })).rejects.toThrow('max');
    await owner.api.members.remove({ params: { id: member } });
    await expect(owner.api.invitations.invite({ body: invitationBody() })).resolves.toBeDefined();
  });
});

describe('the number of seats (R-MEM-04)', () => {
  const invitable = async (organization: TestOrganization, count: number) => {
    for (let n = 0; n < count; n += 1) {
      await organization.owner.api.invitations.invite({ body: invitationBody() });
    }
  };

  test('is unlimited when the active product has 0', async () => {
    await expect(
      invitable(await createTestOrganization(product, { seats: 0 }), 12),
    ).resolves.toBeUndefined();
  });

  test('is 1 without an active product', async () => {
    const organization = await createTestOrganization(product, { seats: 9 });
    await product.open.owner.query(
      'update tenant_products set end_date = now() where tenant_id = $1',
      [organization.id],
    );
    await expect(invitable(organization, 1)).rejects.toMatchObject({ params: { max: 1 } });
  });

  test('is unlimited for the operator’s organization (R-ORG-10)', async () => {
    const operator = await signInOperator(product);
    const { invitations } = operator.api;
    for (let n = 0; n < 3; n += 1) {
      await expect(invitations.invite({ body: invitationBody() })).resolves.toBeDefined();
    }
  });

  test.each([
    ['Starter', 1],
    ['Pro', 3],
    ['Unlimited', 10],
  ])('of %s is %i (R-PRD-05)', async (plan, max) => {
    const owner = await registerOwner(product, { plan });
    for (let n = 1; n < max; n += 1) await owner.api.invitations.invite({ body: invitationBody() });
    await expect(owner.api.invitations.invite({ body: invitationBody() })).rejects.toMatchObject({
      code: 'tenant.maxNumberOfUsers',
      params: { max },
    });
  });

  test('does not count pending requests and inactive members', async () => {
    const { add, owner } = await createTestOrganization(product, { seats: 2 });
    for (const status of [1, 1, 3] satisfies Status[]) await add(Role.Member, { status });
    await expect(owner.api.invitations.invite({ body: invitationBody() })).resolves.toBeDefined();
  });

  test('rejects new members of a read-only organization (R-SUB-09)', async () => {
    const organization = await createTestOrganization(product);
    const link = await createJoinLink(organization, false);
    await product.open.owner.query(
      `update tenant_products set status = 'past_due', grace_ends = now() where tenant_id = $1`,
      [organization.id],
    );
    const [email = ''] = await createCompetitors(1);
    await expect(request(link, email)).rejects.toMatchObject({ code: 'billing.readOnly' });
  });

  test('is enforced by the database for any insert', async () => {
    const { id } = await createTestOrganization(product, { seats: 1 });
    const person = await createTestUser(product);
    const write = product.open.operator((tx) =>
      tx.run(
        db
          .insertInto('memberships')
          .values({ tenant_id: id, user_id: person.id, role: 2, status: 2, joined: 0 }),
      ),
    );
    await expect(write).rejects.toBeInstanceOf(Failure);
  });
});
