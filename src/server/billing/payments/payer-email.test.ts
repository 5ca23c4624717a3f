import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { Role } from '#contract/access.ts';
import { createProvisionedOrganization } from '#server/enterprise/scim/test/client.ts';
import { membershipOf, lostRightsOf } from '#server/identity/members/test/lost-rights.ts';
import type { TestOrganizationMember } from '#server/identity/members/test/organizations.ts';
import { sharedApplication, signInOperator } from '#server/test/application.ts';
import { connectToSandbox } from './test/fixtures.ts';

const product = await sharedApplication();
const { stripe } = await connectToSandbox(product);
const operator = await signInOperator(product);
const copies = 'accounting@example.com';

/** Creates an organization whose payer is its first owner, with two more owners. */
const createPaidOrganization = async (role: Role = Role.Owner, email?: string) => {
  const organization = await createProvisionedOrganization(product);
  const { id, owner: remaining, add, scim } = organization;
  const payer = await add(role);
  const other = await add(Role.Owner);
  const { id: customer } = await stripe.customers.create({
    email: email ?? payer.email,
    metadata: { invoiceEmail1: payer.email, invoiceEmail2: copies },
  });
  await product.open.owner.query('update tenants set customer_id = $2 where id = $1', [
    id,
    customer,
  ]);
  return { remaining, payer, other, scim, addresses: () => addressesOf(customer) };
};

const addressesOf = async (id: string) => {
  const customer = await stripe.customers.retrieve(id);
  if (customer.deleted) throw new Error('The customer was deleted');
  const { email, metadata } = customer;
  return [email, ...Object.values(metadata).filter(Boolean).toSorted()];
};

/** Returns the addresses of a customer whose payer is this member. */
const emailsOf = ({ email }: TestOrganizationMember) => [email, ...[email, copies].toSorted()];

const changes = lostRightsOf(operator);

describe('The customer at the provider gets the email of a remaining owner (R-ACC-32)', () => {
  test.each(Object.entries(changes))('when the owner who pays %s', async (_, change) => {
    const { addresses, ...people } = await createPaidOrganization();
    const { payer, remaining } = people;
    expect(await addresses()).toEqual(emailsOf(payer));
    await change({ ...people, leaving: payer });
    await expect.poll(addresses).toEqual(emailsOf(remaining));
  });

  test('when an admin who pays leaves', async () => {
    const { payer, remaining, addresses } = await createPaidOrganization(Role.Admin);
    await payer.api.members.remove(membershipOf(payer));
    await expect.poll(addresses).toEqual(emailsOf(remaining));
  });

  test('when the owner who pays deletes their account with several requests at once', async () => {
    const { payer, remaining, addresses } = await createPaidOrganization();
    const statuses = await Promise.all(
      Array.from({ length: 8 }, () =>
        payer.api.users.removeSelf().then(
          () => 200,
          ({ status }: { status: number }) => status,
        ),
      ),
    );
    expect(statuses.filter((status) => status !== 401)).toContain(200);
    expect(Math.max(...statuses)).toBeLessThan(500);
    await expect.poll(addresses).toEqual(emailsOf(remaining));
  });

  test('when another member takes the keys of the owner who pays over', async () => {
    const { payer, remaining, addresses } = await createPaidOrganization();
    const query = { takeOverKeys: 'true' };
    await remaining.api.members.remove({ ...membershipOf(payer), query });
    await expect.poll(addresses).toEqual(emailsOf(remaining));
  });

  test('unless another email was chosen', async () => {
    const chosen = `${randomUUID()}@example.com`;
    const { payer, remaining, addresses } = await createPaidOrganization(Role.Owner, chosen);
    await payer.api.members.remove(membershipOf(payer));
    // The copies show that the job has run.
    await expect.poll(addresses).toEqual([chosen, ...[remaining.email, copies].toSorted()]);
  });

  test('unless another owner leaves', async () => {
    const { payer, other, addresses } = await createPaidOrganization();
    await other.api.members.remove(membershipOf(other));
    const waiting = async () => {
      const { rows } = await product.open.owner.query(
        `select from graphile_worker.jobs 
          where task_identifier in ('members.rights', 'payments.payer')`,
      );
      return rows.length;
    };
    await expect.poll(waiting).toBe(0);
    expect(await addresses()).toEqual(emailsOf(payer));
  });
});
