import { expect, test, describe } from 'vitest';
import { Role } from '#contract/access.ts';
import type { AuditEntry } from '#contract/audit.ts';
import {
  createTestOrganization,
  createTestUser,
} from '#server/identity/members/test/organizations.ts';
import { trusted } from '#server/platform/database/isolation/ids.ts';
import { sql } from '#server/platform/database/query.ts';
import {
  memberPassword,
  registerOwner,
  signInOperator,
  testApplication,
} from '#server/test/application.ts';

const product = await testApplication();
const { open, anyone } = product;
const operator = await signInOperator(product);
const transaction = { description: 'Fees', quantity: 1, price: 2.5, date: '2026-03-01' };
const code = (name: string) => expect.objectContaining({ code: name });
const actionsOf = (entries: AuditEntry[]) => entries.map(({ action }) => action);

describe('the log of an organization (R-SEC-13)', () => {
  test('records actor, person, before and after, newest first', async () => {
    const { owner, add } = await createTestOrganization(product);
    const member = await add(Role.Guest);
    await owner.api.members.update({
      params: { id: member.member },
      body: { role: Role.Member, firstName: 'Rui', lastName: 'Alves', phone: '+55 11 1111' },
    });
    const { items } = await owner.api.audit.getAll();
    expect(items[0]).toMatchObject({
      action: 'member.changed',
      actor: { id: owner.id, email: owner.email, name: 'Rui Alves' },
      impersonator: null,
      person: { id: member.id, email: member.email },
      targetId: member.member,
      before: { role: Role.Guest },
      after: { role: Role.Member },
    });
    expect(items.map(({ id }) => id)).toEqual(
      items
        .map(({ id }) => id)
        .toSorted()
        .toReversed(),
    );
  });

  test('is shown to its owners and admins only, without entries of others', async () => {
    const ours = await createTestOrganization(product);
    const theirs = await createTestOrganization(product);
    await theirs.owner.api.transactions.create({ body: transaction });
    const admin = await ours.add(Role.Admin);
    const member = await ours.add(Role.Member);
    expect(actionsOf((await admin.api.audit.getAll()).items)).not.toContain('transaction.created');
    await expect(member.api.audit.getAll()).rejects.toEqual(code('tenant.onlyAdmin'));
    await expect(member.api.audit.export()).rejects.toEqual(code('tenant.onlyAdmin'));
    await expect(ours.owner.api.audit.getAllOfAll()).rejects.toEqual(code('access.operator'));
  });

  test('is paged without gaps or repetition', async () => {
    const { owner } = await createTestOrganization(product);
    for (let quantity = 1; quantity <= 7; quantity += 1) {
      await owner.api.transactions.create({ body: { ...transaction, quantity } });
    }
    const seen: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page = await owner.api.audit.getAll({
        query: { limit: 3, action: 'transaction', ...(cursor && { cursor }) },
      });
      seen.push(...page.items.map(({ after }) => String(after?.['quantity'])));
      cursor = page.next;
    }
    expect(seen).toEqual(['7', '6', '5', '4', '3', '2', '1']);
  });

  test('is filtered by text, person, action and time', async () => {
    const { owner, add } = await createTestOrganization(product);
    const other = await add(Role.Admin);
    await owner.api.transactions.create({ body: { ...transaction, description: '100% of it' } });
    await other.api.transactions.create({ body: { ...transaction, description: 'Server' } });
    const find = async (query: Parameters<typeof owner.api.audit.getAll>[0]) =>
      (await owner.api.audit.getAll(query)).items.map(({ after }) => after?.['description']);
    const action = 'transaction.created';
    expect(await find({ query: { search: '100% O' } })).toEqual(['100% of it']);
    expect(await find({ query: { search: '10% of' } })).toEqual(['100% of it']);
    expect(await find({ query: { search: '00% of' } })).toEqual([]);
    expect(await find({ query: { action, search: other.email } })).toEqual(['Server']);
    expect(await find({ query: { action, actor: owner.id } })).toEqual(['100% of it']);
    const [, first] = (await owner.api.audit.getAll({ query: { action } })).items;
    const until = new Date(Date.parse(first?.at ?? '') + 1).toISOString();
    expect(await find({ query: { action, until } })).toContain('100% of it');
    expect(
      await find({ query: { action, from: new Date(Date.now() + 60_000).toISOString() } }),
    ).toEqual([]);
  });

  test('refuses a filter that is no action, which the index could not read', async () => {
    const { owner } = await createTestOrganization(product);
    const call = owner.api.audit.getAll({ query: { action: String.raw`..\windows\win.ini` } });
    await expect(call).rejects.toMatchObject({
      status: 400,
      fields: { action: ['field.invalid'] },
    });
  });

  test('keeps only the id of a member who deletes their account', async () => {
    const { owner, add } = await createTestOrganization(product);
    const member = await add(Role.Member);
    await member.api.transactions.create({ body: transaction });
    await member.api.users.removeSelf();
    const { items } = await owner.api.audit.getAll();
    const [gone] = items;
    expect(gone).toMatchObject({ action: 'member.removed', actor: { id: member.id, email: null } });
    expect(JSON.stringify(items)).not.toContain(member.email);
  });

  test('stays available to the operator after the organization is deleted', async () => {
    const { id, owner } = await createTestOrganization(product);
    await owner.api.tenants.remove({ params: { id } });
    const { items } = await operator.api.audit.getAllOfAll({ query: { tenantId: id } });
    expect(items[0]).toMatchObject({
      action: 'tenant.removed',
      actor: { id: owner.id },
      tenant: { id, name: null },
    });
  });
});

describe('a sign-in (R-SEC-13)', () => {
  test('that fails is logged with the account of its email', async () => {
    const { user } = await registerOwner(product);
    const wrong = { email: user.email, password: 'not the one' };
    await expect(anyone.accounts.login({ body: wrong })).rejects.toEqual(
      code('account.login.invalid'),
    );
    const query = { action: 'session.refused', limit: 1 };
    const { items } = await operator.api.audit.getAllOfAll({ query });
    expect(items[0]).toMatchObject({
      actor: null,
      tenant: null,
      person: { id: user.id },
      after: { code: 'account.login.invalid' },
    });
  });
});

describe('secrets (R-SEC-12)', () => {
  test('are not logged: a changed password or token is recorded without its value', async () => {
    const { user, api } = await registerOwner(product);
    const passwordNew = 'a secret of the tests';
    await api.users.updatePassword({
      body: { passwordCurrent: memberPassword, passwordNew, passwordConfirm: passwordNew },
    });
    const { items } = await operator.api.audit.getAllOfAll({ query: { actor: user.id } });
    const changed = items.find(({ after }) => after && 'password_hash' in after);
    expect(changed?.after).toEqual({ password_hash: '•••' });
    const { rows } = await open.owner.query(
      `select from audit_log where concat(before, after) ~ '(argon2|\\\\x[0-9a-f]{64}|sx_)'`,
    );
    expect(rows).toEqual([]);
  });
});

describe('entries of the log (R-SEC-13)', () => {
  const attempts = [`update audit_log set action = 'nothing'`, `delete from audit_log`];

  test.each([...attempts, `truncate audit_log`])(
    'can’t be changed or deleted: %s',
    async (attempt) => {
      const ask = sql.raw(attempt);
      const { id } = await createTestOrganization(product);
      const refused = /permission denied|only added to/;
      await expect(open.tenant(trusted.tenantId(id), (tx) => tx.run(ask))).rejects.toThrow(refused);
      await expect(open.operator((tx) => tx.run(ask))).rejects.toThrow(refused);
    },
  );

  test.each(attempts)('can’t be changed by the owner of the database: %s', async (attempt) => {
    await createTestOrganization(product);
    await expect(open.owner.query(attempt)).rejects.toThrow('only added to');
  });

  test('can’t be inserted by the application', async () => {
    const forged = sql`insert into audit_log (tenant_id, action) values (gen_random_uuid(), 'forged')`;
    await expect(open.operator((tx) => tx.run(forged))).rejects.toThrow('permission denied');
  });

  test('are rolled back together with their change', async () => {
    const person = await createTestUser(product);
    const attempt = open.account({ id: person.id }, async (tx) => {
      const change = sql`update users set locale = 'hi-IN' where id = ${person.id}`;
      expect(await tx.run(change)).toBe(1);
      throw new Error('changed my mind');
    });
    await expect(attempt).rejects.toThrow('changed my mind');
    const { rows } = await open.owner.query(
      `select from audit_log where person_id = $1 and action = 'user.changed'`,
      [person.id],
    );
    expect(rows).toEqual([]);
  });
});

describe('the export of the log', () => {
  const entriesOf = async (file: Blob) =>
    (await file.text())
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown);

  test('contains every entry as CSV with formulas escaped', async () => {
    const { owner } = await createTestOrganization(product);
    const description = '=HYPERLINK("http://evil.example")';
    await owner.api.transactions.create({ body: { ...transaction, description } });
    await open.owner.query(`update users set email = $2 where id = $1`, [
      owner.id,
      `=cmd|calc!A0-${owner.id}@example.com`,
    ]);
    const file = await owner.api.audit.export();
    const text = await file.text();
    expect(file.type).toContain('text/csv');
    const lines = text.trim().split('\n');
    expect(lines[0]).toContain('at,organization,actor,actor_id,on_behalf_by,action');
    expect(text).toContain(`'=cmd|calc!A0-${owner.id}@example.com`);
    expect(text).not.toMatch(/(^|,)"?[=+@-]/m);
    expect(lines[1]).toContain('audit.exported');
    const { items } = await owner.api.audit.getAll({ query: { limit: 1_000 } });
    expect(lines).toHaveLength(items.length + 1);
  });

  test('has the same entries as the list in JSON Lines (R-SEC-19)', async () => {
    const { owner } = await createTestOrganization(product);
    await owner.api.transactions.create({ body: transaction });
    const file = await owner.api.audit.export({ query: { format: 'jsonl' } });
    expect(file.type).toContain('application/jsonl');
    const { items } = await owner.api.audit.getAll({ query: { limit: 1_000 } });
    expect(await entriesOf(file)).toEqual(items);
    const query = { action: 'transaction', limit: 1_000 };
    const ofAll = await operator.api.audit.exportOfAll({ query: { ...query, format: 'jsonl' } });
    expect(await entriesOf(ofAll)).toEqual((await operator.api.audit.getAllOfAll({ query })).items);
  });

  test('covers all organizations for the operator', async () => {
    const text = await (
      await operator.api.audit.exportOfAll({ query: { action: 'tenant' } })
    ).text();
    expect(text).toContain('tenant.created');
    expect(text).not.toContain('member.created');
  });
});

/** Inserts entries for an organization, the oldest with this text. */
const fill = (tenant: string, entries: number, oldest: string) =>
  open.owner.query(
    `insert into audit_log (tenant_id, id, action, after)
     select $1, app.uuid7(), 'transaction.created',
       case when n = 1 then jsonb_build_object('description', $3::text) else '{}' end
     from generate_series(1, $2::int) as n`,
    [tenant, entries, oldest],
  );

describe('a long log', () => {
  const entries = 25_000;

  test('is searched and filtered by an index: its oldest entry is on the first page (R-LST-06)', async () => {
    const { owner, id } = await createTestOrganization(product);
    const other = await createTestOrganization(product);
    await fill(id, entries, 'needle in the haystack');
    const find = async (query: Parameters<typeof owner.api.audit.getAll>[0]) =>
      (await owner.api.audit.getAll(query)).items.map(({ after }) => after?.['description']);
    expect(await find({ query: { search: 'needle' } })).toEqual(['needle in the haystack']);
    expect(await find({ query: { search: 'needle', actor: owner.id } })).toEqual([]);
    expect(await find({ query: { action: 'resource' } })).toEqual([]);
    const query = { search: 'HAY needle', action: 'transaction', tenantId: id };
    expect((await operator.api.audit.getAllOfAll({ query })).items).toHaveLength(1);
    expect(
      (await operator.api.audit.getAllOfAll({ query: { search: 'needle' } })).items,
    ).toHaveLength(1);
    expect((await other.owner.api.audit.getAll({ query: { search: 'needle' } })).items).toEqual([]);
  });

  test('stops its export when the caller’s session ends meanwhile', async () => {
    const { owner, id } = await createTestOrganization(product);
    await fill(id, entries, 'oldest');
    const response = await product.app.inject({
      url: '/api/Audit/Export',
      headers: owner.headers,
      payloadAsStream: true,
    });
    expect(response.statusCode).toBe(200);
    const read = async () => {
      let size = 0;
      for await (const chunk of response.stream()) {
        size += (chunk as Buffer).length;
        await owner.api.accounts.logout().catch(() => undefined);
      }
      return size;
    };
    await expect(read()).rejects.toThrow(/RightsEnded|aborted|destroyed|response/i);
  });
});
