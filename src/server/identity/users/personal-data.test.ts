import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { Role } from '#contract/access.ts';
import { MemberStatus } from '#contract/statuses.ts';
import { tinyPicture } from '#contract/test/examples/example.ts';
import {
  createTestOrganization,
  createTestUser,
} from '#server/identity/members/test/organizations.ts';
import { signInOperator, testApplication } from '#server/test/application.ts';
import { exportedColumns, personalTables } from './service/personal-tables.ts';
import { insertAccountRows, insertMemberRows } from './test/personal-rows.ts';

const product = await testApplication();
const { owner } = product.open;
const operator = await signInOperator(product);
const code = (name: string) => expect.objectContaining({ code: name });

type Item = Record<string, unknown>;
type PersonalData = Record<string, Item[]> & { about: Item; account: Item; picture: string | null };
type Person = Awaited<ReturnType<typeof createTestUser>>;

const download = async ({ api }: Pick<Person, 'api'>) => {
  const text = await (await api.users.exportData()).text();
  return { text, data: JSON.parse(text) as PersonalData };
};

/** Creates a person with rows in every table, as a member of two organizations and a former one of a third. */
const createKnownPerson = async () => {
  const [first, second, former] = [
    await createTestOrganization(product),
    await createTestOrganization(product),
    await createTestOrganization(product),
  ];
  const person = await createTestUser(product);
  const tag = randomUUID();
  const membership = await first.add(Role.Admin, { person });
  await second.add(Role.Member, { person });
  const left = await former.add(Role.Member, { person });
  await insertAccountRows(owner, person, tag);
  for (const { id: tenant } of [first, second, former]) {
    await insertMemberRows(owner, person, { tenant, tag: `${tag} ${tenant}` });
  }
  await left.api.members.remove({ params: { id: left.member } });
  return { person, membership, tag, first, second, former };
};

const known = await createKnownPerson();
const stranger = await createKnownPerson();
const file = await download(known.person);
const list = (name: string) => file.data[name] ?? [];
const organizationsOf = (name: string) =>
  list(name).map(({ organization }) => (organization as Item | null)?.['id'] ?? null);

describe('The copy of the personal data (R-DAT-01)', () => {
  test('says what it is and when it was made, as indented JSON', async () => {
    expect(file.data.about).toEqual({
      product: 'Pregão',
      exportedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      formatVersion: 1,
    });
    expect(file.text).toBe(`${JSON.stringify(file.data, null, 2)}\n`);
    const { headers } = await product.app.inject({
      url: '/api/User/ExportData',
      headers: known.person.headers,
    });
    expect(headers['content-disposition']).toContain('filename="personal-data.json"');
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
  });

  test('has the account with its settings', () => {
    expect(file.data.account).toMatchObject({
      id: known.person.id,
      email: known.person.email,
      firstName: 'Rui',
      lastName: 'Alves',
      phone: '+55 11 1111',
      type: 'Tenant',
      loginType: 'Password',
      googleAccountId: `google-${known.tag}`,
      acceptedTerms: 3,
      createdAt: expect.any(String),
    });
    expect(file.data.picture).toBeNull();
  });

  test('has the memberships with names of organizations, roles and states', async () => {
    const { person, first, second } = known;
    expect(list('memberships')).toMatchObject([
      { organization: { id: first.id }, role: 'Admin', status: 'Active', joined: 'Invitation' },
      { organization: { id: second.id }, role: 'Member', status: 'Active' },
    ]);
    const { name } = await known.first.owner.api.tenants.getCurrent();
    expect(list('memberships')[0]?.['organization']).toEqual({ id: first.id, name });
    const waiting = await createTestOrganization(product);
    const away = await createTestOrganization(product);
    await waiting.add(Role.Guest, { person, status: MemberStatus.PendingInvitation });
    await away.add(Role.Guest, { person, status: MemberStatus.Inactive });
    const { data } = await download(person);
    const states = data['memberships']?.map(({ status }) => status);
    expect(states).toEqual(['Active', 'Active', 'PendingInvitation', 'Inactive']);
  });

  test.each([
    ['sessions', 'userAgent', 'Browser'],
    ['rememberedDevices', 'userAgent', 'Browser'],
    ['passkeys', 'name', 'Passkey'],
    ['emailedLinks', 'address', 'former'],
    ['emails', 'subject', 'Subject'],
    ['apiKeys', 'name', 'Key'],
    ['notifications', 'details', 'Plan'],
    ['chatMessages', 'message', 'Message'],
    ['comments', 'comment', 'Comment'],
    ['cancellations', 'comment', 'Comment'],
    ['singleSignOnIdentities', 'subject', 'Subject of'],
    ['singleSignOnSignIns', 'reference', 'reference'],
  ])('has the %s of the person', (name, field, text) => {
    const found = list(name).map((item) => JSON.stringify(item[field]));
    expect(found.filter((value) => value.includes(known.tag))).not.toEqual([]);
    expect(found.some((value) => value.includes(text))).toBe(true);
  });

  test('has the rows of all organizations, of former ones without their names', () => {
    const { first, second } = known;
    const both = [first.id, second.id].toSorted();
    for (const name of ['notifications', 'chatReads', 'singleSignOnIdentities']) {
      expect(organizationsOf(name).toSorted()).toEqual(both);
    }
    for (const name of [
      'apiKeys',
      'chatMessages',
      'comments',
      'cancellations',
      'billingOperations',
    ]) {
      expect(organizationsOf(name).toSorted()).toEqual([...both, null].toSorted());
    }
    expect(file.text).not.toContain(`"${known.former.id}"`);
  });

  test('has the picture itself', async () => {
    const person = await createTestUser(product);
    await person.api.users.updateAvatar({ body: { avatar: tinyPicture } });
    const { data } = await download(person);
    expect(data.picture).toMatch(/^data:image\/webp;base64,[\w+/]+=*$/);
  });

  test('has no part without an item for a person with rows in every table (R-DAT-02)', () => {
    const empty = Object.entries(file.data).filter(([, part]) => Array.isArray(part) && !part[0]);
    expect(empty).toEqual([]);
    const parts = Object.keys(file.data).filter((name) => !['about', 'picture'].includes(name));
    expect(parts).toHaveLength(Object.keys(personalTables).length);
  });
});

test('the database returns every column that the copy shows (R-DAT-02)', async () => {
  const { rows } = await owner.query<{ source: string }>(
    `select prosrc as source from pg_proc where oid = 'app.my_rows'::regproc`,
  );
  const tables = [...(rows[0]?.source ?? '').matchAll(/when '(\w+)' then/g)].map(
    ([, name]) => name,
  );
  expect(tables.length).toBeGreaterThan(8);
  const client = await owner.connect();
  try {
    await client.query('begin');
    await client.query(`select set_config('app.user_id', $1, true)`, [known.person.id]);
    for (const table of tables as (keyof typeof personalTables)[]) {
      const found = await client.query<{ row: Item }>('select app.my_rows($1) as row', [table]);
      const columns = Object.keys(found.rows[0]?.row ?? {});
      expect({ table, columns }).toEqual({
        table,
        columns: expect.arrayContaining(exportedColumns(table)),
      });
    }
  } finally {
    await client.query('rollback');
    client.release();
  }
});

describe('The audit entries in the copy (R-DAT-03)', () => {
  const entriesOf = (data: PersonalData, action: string) =>
    (data['auditEntries'] ?? []).filter((entry) => entry['action'] === action);

  test('are those in which the person acted or that are about them', async () => {
    const { person, membership, first } = known;
    const body = { role: Role.Member, firstName: 'Rui', lastName: 'Alves', phone: '' };
    await first.owner.api.members.update({ params: { id: membership.member }, body });
    const { data } = await download(person);
    const all = data['auditEntries'] ?? [];
    expect(all.every(({ acted, concerned }) => acted === true || concerned === true)).toBe(true);
    expect(entriesOf(data, 'member.changed')).toMatchObject([
      { acted: false, concerned: true, impersonated: false, organization: { id: first.id } },
    ]);
    expect(entriesOf(data, 'user.exported').at(-1)).toMatchObject({ acted: true, concerned: true });
  });

  test('show values about the person, in organizations whose log they may read only', async () => {
    const organization = await createTestOrganization(product);
    const [admin, member] = [
      await organization.add(Role.Admin),
      await organization.add(Role.Member),
    ];
    for (const one of [admin, member]) {
      await one.api.users.updateLocale({ params: { locale: 'hi-IN' } });
      await one.api.transactions.create({
        body: { description: 'Secret order', quantity: 1, price: 1, date: '2026-01-01' },
      });
    }
    for (const one of [admin, member]) {
      const { data, text } = await download(one);
      expect(entriesOf(data, 'user.changed')).toMatchObject([
        { organization: null, before: { locale: 'pt-BR' }, after: { locale: 'hi-IN' } },
      ]);
      const joined = entriesOf(data, 'member.created');
      expect(joined[0]?.['after'] !== null).toBe(one === admin);
      expect(entriesOf(data, 'transaction.created')).toMatchObject([
        { organization: { id: organization.id }, before: null, after: null },
      ]);
      expect(text).not.toContain('Secret order');
    }
  });

  test('of former organizations show only action and time', () => {
    const [entry, ...others] = list('auditEntries').filter(
      ({ action }) => action === 'member.removed',
    );
    expect(others).toEqual([]);
    expect(entry).toEqual({
      organization: null,
      id: expect.any(String),
      at: expect.any(String),
      action: 'member.removed',
      acted: true,
      concerned: true,
      impersonated: false,
      before: null,
      after: null,
    });
  });
});

/** Conditions that select the rows of a person ($1: id, $2: email), where no `user_id` does. */
const conditions: Record<string, string> = {
  users: 'id = $1',
  api_keys: 'created_by = $1',
  emails: 'lower(recipient) = lower($2)',
  sso_events: 'email = $2',
  audit_log: 'actor_id = $1',
  billing_trials: 'fingerprint = app.trial_identity($2)',
  cancellations: `comment like 'Comment%'`,
};
const hiddenTexts = ['password_hash', 'unsubscribe_url', 'html', 'text', 'fingerprint'];

/** Returns the hashes, encrypted secrets and mailed links of all rows of a person, in each encoding. */
const secretsOf = async ({ id, email }: Pick<Person, 'id' | 'email'>) => {
  const found = Object.keys(personalTables).map(async (table) => {
    const condition = conditions[table] ?? 'user_id = $1';
    const given = '$1::uuid is not null and $2::text is not null';
    const query = `select * from ${table} where ${given} and ${condition}`;
    const { rows } = await owner.query<Item>(query, [id, email]);
    const bytes = rows.flatMap((row) => Object.values(row).filter(Buffer.isBuffer));
    const texts = rows.flatMap((row) => hiddenTexts.flatMap((name) => row[name] ?? []));
    const encodings = ['hex', 'base64', 'base64url'] as const;
    return [...bytes.flatMap((value) => encodings.map((as) => value.toString(as))), ...texts];
  });
  return (await Promise.all(found)).flat().map(String).filter(Boolean);
};

describe('The copy has nothing', () => {
  test('that is a secret of the person (R-DAT-02)', async () => {
    const secrets = await secretsOf(known.person);
    expect(secrets.length).toBeGreaterThan(40);
    expect(secrets.filter((secret) => file.text.includes(secret))).toEqual([]);
    const { data, text } = await download(known.person);
    const token = known.person.headers['authorization']?.replace('Bearer ', '') ?? '';
    expect(text).not.toContain(token);
    expect(data['sessions']?.[0]).not.toHaveProperty('tokenHash');
  });

  test('of other people', async () => {
    const { owner: colleague } = known.first;
    await insertMemberRows(owner, colleague, { tenant: known.first.id, tag: 'colleague' });
    const { text } = await download(known.person);
    for (const part of [stranger.tag, stranger.person.id, stranger.person.email]) {
      expect(text).not.toContain(part);
    }
    for (const part of ['colleague', colleague.id, colleague.email, operator.user.email]) {
      expect(text).not.toContain(part);
    }
  });

  test('that was mailed to an address which the person has not proven', async () => {
    const person = await createTestUser(product);
    await insertAccountRows(owner, person, randomUUID());
    expect((await download(person)).data['emails']).toHaveLength(1);
    await owner.query('update users set verified_at = null where id = $1', [person.id]);
    expect((await download(person)).data['emails']).toEqual([]);
  });

  test('that was mailed before the account existed', async () => {
    const person = await createTestUser(product);
    await insertAccountRows(owner, person, randomUUID());
    await owner.query(
      `update emails set created_at = now() - interval '1 day' where lower(recipient) = $1`,
      [person.email],
    );
    expect((await download(person)).data['emails']).toEqual([]);
  });
});

describe('The download (R-DAT-04)', () => {
  test('is refused to operators who act as the person, and gives operators their own data only', async () => {
    const { person } = known;
    const { token } = await operator.api.accounts.impersonate({
      params: { userId: person.id },
      body: { reason: 'Ticket 7' },
    });
    const acting = product.callerOf({ authorization: `Bearer ${token}` });
    await expect(acting.users.exportData()).rejects.toEqual(code('access.impersonating'));
    const { data, text } = await download(operator);
    expect(data.account['email']).toBe(operator.user.email);
    expect(text).not.toContain(person.email);
  });

  test('asks for a recent authentication', async () => {
    const person = await createTestUser(product);
    await owner.query(
      `update sessions set authenticated_at = now() - interval '11 minutes' where user_id = $1`,
      [person.id],
    );
    await expect(person.api.users.exportData()).rejects.toEqual(code('access.stepUpRequired'));
  });

  test('is limited to ten an hour', async () => {
    const limited = await testApplication({ INSTANCES: '1', RATE_LIMITS: 'on' });
    const person = await createTestUser(limited);
    for (let times = 1; times <= 10; times += 1) await person.api.users.exportData();
    await expect(person.api.users.exportData()).rejects.toEqual(code('tooManyRequests'));
  });

  test('is in the log of the operator with its person', async () => {
    const person = await createTestUser(product);
    await download(person);
    const query = { action: 'user.exported', actor: person.id };
    const { items } = await operator.api.audit.getAllOfAll({ query });
    expect(items).toMatchObject([
      { actor: { id: person.id }, person: { id: person.id }, tenant: null, after: null },
    ]);
  });

  test('reads long lists page by page without gaps, and breaks off when the session ends', async () => {
    const { id, owner: person } = await createTestOrganization(product);
    const count = 2_500;
    await owner.query(
      `insert into notifications (tenant_id, user_id, kind, cause, details, shown, in_digest)
       select $1, $2, 'planChanged', n, jsonb_build_object('n', n), true, false
       from generate_series(1, $3::int) n`,
      [id, person.id, count],
    );
    await owner.query(
      `insert into chat_messages (tenant_id, position, user_id, user_name, message)
       select $1, n, $2, 'Rui', n from generate_series(1, $3::int) n`,
      [id, person.id, count],
    );
    await owner.query(
      `insert into audit_log (tenant_id, id, actor_id, action)
       select $1, app.uuid7(), $2, 'transaction.created' from generate_series(1, $3::int) n`,
      [id, person.id, count],
    );
    const { data } = await download(person);
    const of = (name: string, field: string) => data[name]?.map((item) => item[field]) ?? [];
    expect(new Set(of('notifications', 'id')).size).toBe(count);
    expect(of('chatMessages', 'position')).toEqual(Array.from({ length: count }, (_, n) => n + 1));
    expect(new Set(of('auditEntries', 'id')).size).toBe(data['auditEntries']?.length);
    expect(data['auditEntries']?.length).toBeGreaterThan(count);

    const response = await product.app.inject({
      url: '/api/User/ExportData',
      headers: person.headers,
      payloadAsStream: true,
    });
    expect(response.statusCode).toBe(200);
    const read = async () => {
      for await (const _ of response.stream()) {
        await owner.query(
          'update sessions set revoked_at = now() where user_id = $1 and revoked_at is null',
          [person.id],
        );
      }
    };
    await expect(read()).rejects.toThrow('destroyed before completion');
  });
});
