import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  createTestOrganization,
  createTestUser,
} from '#server/identity/members/test/organizations.ts';
import { signInOperator, testApplication } from '#server/test/application.ts';

const product = await testApplication();
const { owner } = product.open;
const operator = await signInOperator(product);
const { api } = operator;
const code = (name: string) => expect.objectContaining({ code: name });

const linesOf = async (file: Promise<Blob>) => (await (await file).text()).trim().split('\n');
const valuesOf = (line = '') => line.split(',');

/** Exports of every list of the portal that has pages. */
const exportCalls = {
  users: () => api.users.exportOfAll(),
  organizations: () => api.tenants.exportOfAll(),
  members: () => api.members.exportOfAll(),
  'provider-events': () => api.providerEvents.exportOfAll(),
  cancellations: () => api.cancellations.exportOfAll(),
  subscriptions: () => api.overview.exportSubscriptions(),
  'revenue-movements': () => api.overview.exportMovements(),
  'ended-trials': () => api.overview.exportTrials(),
  'retained-revenue': () => api.overview.exportRetention(),
  'failed-invoices': () => api.overview.exportFailedInvoices(),
};

describe('The export of a list of the portal (R-LST-13)', () => {
  test('has the filtered records in their order, without formulas', async () => {
    const tag = randomUUID().slice(0, 8);
    const people = [await createTestUser(product), await createTestUser(product)];
    for (const [index, { id }] of people.entries()) {
      await owner.query(`update users set first_name = $2, last_name = '=1+1' where id = $1`, [
        id,
        `${tag} ${index}`,
      ]);
    }
    const query = { search: tag, sort: 'name', descending: 'true' } as const;
    const [header, ...lines] = await linesOf(api.users.exportOfAll({ query }));
    expect(header).toContain('id,email,firstName,lastName,phone,type');
    expect(lines.map((line) => valuesOf(line).slice(0, 5))).toEqual(
      people
        .toReversed()
        .map(({ id, email }, index) => [id, email, `${tag} ${1 - index}`, "'=1+1", "'+55 11 1111"]),
    );
  });

  test('reads all pages, and those of one organization', async () => {
    const { id } = await createTestOrganization(product);
    await owner.query(
      `with people as (
         insert into users (email) select gen_random_uuid() || '@example.com'
         from generate_series(1, 250) returning id)
       insert into memberships (tenant_id, user_id, role, status, joined)
       select $1, id, 2, 2, 1 from people`,
      [id],
    );
    const query = { tenantId: id };
    const [, ...lines] = await linesOf(api.members.exportOfAll({ query }));
    expect(new Set(lines.map((line) => valuesOf(line)[2])).size).toBe(251);
    expect(lines.every((line) => line.startsWith(id))).toBe(true);
    expect(lines.filter((line) => line.endsWith('Member,Active,Invitation'))).toHaveLength(250);
  });

  test.each(Object.entries(exportCalls))('of %s is in the audit log', async (name, call) => {
    const [header] = await linesOf(call());
    expect(header).toMatch(/^\uFEFF?\w+(,\w+)+$/);
    const { items } = await api.audit.getAllOfAll({ query: { action: 'list.exported', limit: 1 } });
    expect(items[0]).toMatchObject({ actor: { id: operator.user.id }, after: { list: name } });
  });

  test('is in the audit log with its filters', async () => {
    const query = { reason: ['other'], tenantId: randomUUID() };
    await api.cancellations.exportOfAll({ query });
    const { items } = await api.audit.getAllOfAll({ query: { action: 'list.exported', limit: 1 } });
    expect(items[0]?.after).toEqual({ list: 'cancellations', filters: query });
  });

  test('is refused to people who are no operators', async () => {
    const person = await createTestUser(product);
    await expect(person.api.users.exportOfAll()).rejects.toEqual(code('access.operator'));
  });

  test('breaks off when the operator’s session ends meanwhile', async () => {
    await owner.query(
      `insert into users (email, first_name) select gen_random_uuid() || '@example.com', repeat('a', 90)
       from generate_series(1, 3000)`,
    );
    const response = await product.app.inject({
      url: '/api/User/Admin/Export',
      headers: operator.headers,
      payloadAsStream: true,
    });
    expect(response.statusCode).toBe(200);
    const read = async () => {
      for await (const _ of response.stream()) {
        await owner.query(
          'update sessions set revoked_at = now() where user_id = $1 and revoked_at is null',
          [operator.user.id],
        );
      }
    };
    await expect(read()).rejects.toThrow('destroyed before completion');
  });
});
