import { describe, expect, test } from 'vitest';
import { Role } from '#contract/access.ts';
import { maxCommentLength, mentionOf } from '#contract/comments/mentions.ts';
import { MemberStatus } from '#contract/statuses.ts';
import { changedArchive, exported, imported } from '#server/enterprise/archives/test/archives.ts';
import {
  createTestOrganization,
  type TestOrganizationMember,
} from '#server/identity/members/test/organizations.ts';
import { createTestOperator } from '#server/identity/operators/test/operators.ts';
import {
  choose,
  listOf,
  notificationTools,
} from '#server/platform/notifications/test/notifications.ts';
import { connectTestHub } from '#server/platform/realtime/test/client.ts';
import { registerOwner, sharedApplication } from '#server/test/application.ts';

const product = await sharedApplication();
const { owner: store } = product.open;
const { mailsTo } = notificationTools(product);

type Api = TestOrganizationMember['api'];

const transactionOf = async ({ api }: { api: Api }, description = 'PETR4') => {
  const body = { description, quantity: 1, price: 100, date: '2026-03-01' };
  return (await api.transactions.create({ body })).id;
};
const write = ({ api }: { api: Api }, transactionId: string, text: string) =>
  api.comments.create({ body: { transactionId, text } });
const textsOf = async ({ api }: { api: Api }, id: string) =>
  (await api.comments.getAll({ params: { id } })).items.map(({ text }) => text);
const restore = ({ api }: { api: Api }, ...ids: string[]) =>
  api.comments.restore({ body: { ids } });

/** Creates an organization with a member, a guest and a transaction. */
const createScene = async () => {
  const organization = await createTestOrganization(product);
  const [member, guest] = [await organization.add(Role.Member), await organization.add(Role.Guest)];
  return { ...organization, member, guest, about: await transactionOf(organization.owner) };
};

describe('Comments on a transaction (R-CMT-01, R-CMT-02)', () => {
  test('are listed newest first, in pages, with author and time, for every role', async () => {
    const { owner, member, guest, about } = await createScene();
    for (const text of ['One', 'Two', 'Three']) await write(member, about, ` ${text} `);
    const query = { limit: 2 };
    const first = await guest.api.comments.getAll({ params: { id: about }, query });
    expect(first.items).toMatchObject([
      { text: 'Three', author: { id: member.id, name: 'Rui Alves', avatar: '' }, editedAt: null },
      { text: 'Two', transactionId: about, mentions: [], createdAt: expect.any(String) },
    ]);
    const rest = { ...query, cursor: first.next ?? '' };
    const last = await owner.api.comments.getAll({ params: { id: about }, query: rest });
    expect(last).toMatchObject({ items: [{ text: 'One' }], next: null });
  });

  test('belong to one transaction of one organization', async () => {
    const [{ owner, about }, other] = [await createScene(), await createScene()];
    await write(owner, about, 'Ours');
    expect(await textsOf(owner, await transactionOf(owner))).toEqual([]);
    const unknown = { code: 'notFound' };
    await expect(textsOf(other.owner, about)).rejects.toMatchObject(unknown);
    await expect(write(other.owner, about, 'Theirs')).rejects.toMatchObject(unknown);
    expect(await textsOf(owner, about)).toEqual(['Ours']);
  });

  test('are written by members, admins and owners, in plans with transactions', async () => {
    const { guest, about } = await createScene();
    await expect(write(guest, about, 'A')).rejects.toMatchObject({ code: 'tenant.onlyMember' });
    const starter = await registerOwner(product, { plan: 'Starter' });
    await expect(textsOf(starter, about)).rejects.toMatchObject({ code: 'access.tier' });
    await expect(write(starter, about, 'A')).rejects.toMatchObject({ code: 'access.tier' });
  });

  test('have text, up to a length and a number of mentions', async () => {
    const { owner, about } = await createScene();
    const refused = (text: string, code: string) =>
      expect(write(owner, about, text)).rejects.toMatchObject({ fields: { text: [code] } });
    await refused(' \u200B ', 'field.required');
    await refused('x'.repeat(maxCommentLength + 1), 'field.tooLong');
    const many = Array.from({ length: 21 }, () => mentionOf(crypto.randomUUID())).join(' ');
    await refused(many, 'field.tooLong');
  });

  test('change what other members see (R-RTM-05)', async () => {
    const { id, owner, member, about } = await createScene();
    const token = (member.headers['authorization'] ?? '').replace('Bearer ', '');
    const { hub, heard } = await connectTestHub(product, token);
    await hub.invoke('JoinGroup', id);
    await write(owner, about, 'News');
    await expect.poll(() => heard).toContain('Changed comments');
  });
});

describe('Changing comments (R-CMT-03)', () => {
  test('is for their authors, and the log has both texts', async () => {
    const { id: tenant, owner, member, about } = await createScene();
    const { id } = await write(member, about, 'Fisrt');
    const params = { id };
    const body = { text: 'First' };
    const refused = owner.api.comments.update({ params, body });
    await expect(refused).rejects.toMatchObject({ code: 'notFound' });
    const changed = await member.api.comments.update({ params, body });
    expect(changed).toMatchObject({ id, text: 'First', editedAt: expect.any(String) });
    expect(await member.api.comments.update({ params, body })).toEqual(changed);
    const { rows } = await store.query(
      `select action, actor_id, before ->> 'comment' as before, after ->> 'comment' as after
       from audit_log where tenant_id = $1 and target_id = $2 order by id`,
      [tenant, id],
    );
    expect(rows).toEqual([
      { action: 'comment.created', actor_id: member.id, before: null, after: 'Fisrt' },
      { action: 'comment.changed', actor_id: member.id, before: 'Fisrt', after: 'First' },
    ]);
  });

  test('to delete them is for authors, owners and admins, who may undo it', async () => {
    const { owner, add, member, about } = await createScene();
    const [other, admin] = [await add(Role.Member), await add(Role.Admin)];
    const { id } = await write(member, about, 'Mine');
    const params = { id };
    const refusal = { code: 'tenant.onlyAdmin' };
    await expect(other.api.comments.remove({ params })).rejects.toMatchObject(refusal);
    await admin.api.comments.remove({ params });
    expect(await textsOf(owner, about)).toEqual([]);
    await expect(restore(other, id)).rejects.toMatchObject(refusal);
    expect(await restore(admin, id)).toEqual({ count: 1 });
    await member.api.comments.remove({ params });
    expect(await restore(member, id)).toEqual({ count: 1 });
    const { items } = await owner.api.comments.getAll({ params: { id: about } });
    expect(items).toMatchObject([{ id, text: 'Mine', author: { id: member.id } }]);
  });

  test('is refused while the organization is read-only, and reading is not', async () => {
    const { id: tenant, owner, about } = await createScene();
    const { id } = await write(owner, about, 'Kept');
    await store.query(
      `update tenant_products set service_id = $1, status = 'past_due', grace_ends = now() - interval '1 day'
       where tenant_id = $1::uuid`,
      [tenant],
    );
    const refusal = { code: 'billing.readOnly' };
    await expect(write(owner, about, 'A')).rejects.toMatchObject(refusal);
    const params = { id };
    await expect(owner.api.comments.update({ params, body: { text: 'A' } })).rejects.toMatchObject(
      refusal,
    );
    await expect(owner.api.comments.remove({ params })).rejects.toMatchObject(refusal);
    expect(await textsOf(owner, about)).toEqual(['Kept']);
  });
});

describe('Mentions (R-CMT-04)', () => {
  test('are offered by name: active members, without the caller', async () => {
    const { owner, add, member } = await createScene();
    const [left] = [await add(Role.Member, { status: MemberStatus.Inactive })];
    const rename = `update users set first_name = 'Zoé', last_name = 'Brandão' where id = any ($1)`;
    await store.query(rename, [[owner.id, member.id, left.id]]);
    const people = await owner.api.comments.getPeople({ query: { search: 'zoe bran' } });
    const { id, email } = member;
    expect(people).toEqual([{ id, name: 'Zoé Brandão', avatar: '', email }]);
  });

  test('notify each member once, in the app and by email with a link to the record', async () => {
    const { id: tenant, owner, member, guest, about } = await createScene();
    const text = `See ${mentionOf(member.id)} ${mentionOf(guest.id)} ${mentionOf(owner.id)}`;
    const { id, mentions } = await write(owner, about, text);
    expect(mentions.map((person) => person.id).toSorted()).toEqual(
      [owner.id, member.id, guest.id].toSorted(),
    );
    await owner.api.comments.update({ params: { id }, body: { text: `${text} again` } });
    for (const person of [member, guest]) {
      expect(await listOf(person)).toMatchObject([
        { kind: 'mentioned', details: { transaction: 'PETR4', record: about } },
      ]);
      expect(await mailsTo(person.email)).toHaveLength(1);
      const url = `/sandbox/mail.json?to=${person.email}`;
      const link = `/app/transactions/${about}?org=${tenant}`;
      await expect.poll(async () => (await product.app.inject(url)).body).toContain(link);
    }
    expect(await listOf(owner)).toEqual([]);
    expect(await mailsTo(owner.email)).toEqual([]);
  });

  test('name a transaction like text of strangers: no email client makes a link of it (R-ACC-27)', async () => {
    const { owner, member } = await createScene();
    const about = await transactionOf(owner, `Pay at http://evil.example/${'x'.repeat(60)}`);
    await store.query(`update users set locale = 'en-US' where id = $1`, [member.id]);
    await write(owner, about, mentionOf(member.id));
    const [mail] = await mailsTo(member.email);
    expect(mail?.subject).toMatch(/^Rui Alves mentioned you in “Pay at http evil\W+example\/x+…”$/);
    expect(mail?.subject).not.toContain('evil.example');
  });

  test('notify members who are added by a change, and not again', async () => {
    const { owner, member, guest, about } = await createScene();
    const { id } = await write(owner, about, `Hello ${mentionOf(member.id)}`);
    const change = (text: string) => owner.api.comments.update({ params: { id }, body: { text } });
    await change('Hello');
    await change(`Hello ${mentionOf(member.id)} ${mentionOf(guest.id)}`);
    expect(await listOf(member)).toHaveLength(1);
    expect(await listOf(guest)).toHaveLength(1);
  });

  test('notify neither inactive or suspended nor former members, nor strangers', async () => {
    const { owner, add, about } = await createScene();
    const stranger = (await createScene()).owner;
    const inactive = await add(Role.Member, { status: MemberStatus.Inactive });
    const [suspended, former] = [await add(Role.Member), await add(Role.Member)];
    await store.query('update users set active = false where id = $1', [suspended.id]);
    await owner.api.members.remove({ params: { id: former.member } });
    const people = [stranger, inactive, suspended, former];
    await write(owner, about, people.map(({ id }) => mentionOf(id)).join(' '));
    const { rows } = await store.query(
      `select from notifications where kind = 'mentioned' and user_id = any ($1)`,
      [people.map(({ id }) => id)],
    );
    expect(rows).toEqual([]);
    for (const { email } of people) expect(await mailsTo(email)).toEqual([]);
  });

  test('follow the preferences and the language of each person', async () => {
    const { owner, member, guest, about } = await createScene();
    await choose(guest, 'mentioned', { app: false, email: 'never' });
    await store.query(`update users set locale = 'en-US' where id = $1`, [member.id]);
    await write(owner, about, `${mentionOf(member.id)} ${mentionOf(guest.id)}`);
    expect(await mailsTo(guest.email)).toEqual([]);
    expect(await listOf(guest)).toEqual([]);
    const [mail] = await mailsTo(member.email);
    expect(mail?.subject).toBe('Rui Alves mentioned you in “PETR4”');
  });

  test('show the current name, and none of a person who has left', async () => {
    const { owner, member, add, about } = await createScene();
    const leaving = await add(Role.Member);
    await write(leaving, about, `Ask ${mentionOf(member.id)} and ${mentionOf(leaving.id)}`);
    await store.query(`update users set first_name = 'Bia' where id = $1`, [member.id]);
    await owner.api.members.remove({ params: { id: leaving.member } });
    const { items } = await owner.api.comments.getAll({ params: { id: about } });
    expect(items).toMatchObject([
      { author: null, mentions: [{ id: member.id, name: 'Bia Alves' }] },
    ]);
  });
});

describe('The seams of comments (R-CMT-05)', () => {
  test('go with their transaction, and come back with it, but not those deleted before', async () => {
    const { owner, member, about } = await createScene();
    const gone = await write(owner, about, 'Deleted before');
    await owner.api.comments.remove({ params: { id: gone.id } });
    const kept = await write(member, about, 'Kept');
    const params = { id: about };
    const body = { ids: [about] };
    await owner.api.transactions.remove({ params });
    const lost = restore(member, kept.id);
    await expect(lost).rejects.toMatchObject({ code: 'notFound' });
    expect(await owner.api.transactions.restore({ body })).toEqual({ count: 1 });
    const { items } = await owner.api.comments.getAll({ params });
    expect(items).toMatchObject([{ id: kept.id, text: 'Kept', author: { id: member.id } }]);
    await owner.api.transactions.removeMany({ body });
    expect(await owner.api.transactions.restore({ body })).toEqual({ count: 1 });
    expect(await textsOf(owner, about)).toEqual(['Kept']);
  });

  test('come back with several transactions, each with those of its own deletion', async () => {
    const { owner, about } = await createScene();
    const [second, alone] = [await transactionOf(owner), await transactionOf(owner)];
    const all = [about, second, alone];
    for (const [at, id] of all.entries()) await write(owner, id, `On ${at}`);
    await owner.api.transactions.removeMany({ body: { ids: [about, second] } });
    await owner.api.transactions.remove({ params: { id: alone } });
    await owner.api.transactions.restore({ body: { ids: [about, alone] } });
    await owner.api.transactions.restore({ body: { ids: [second] } });
    for (const [at, id] of all.entries()) expect(await textsOf(owner, id)).toEqual([`On ${at}`]);
  });

  test('are not restored while their transaction is being deleted', async () => {
    const { id: tenant, owner, about } = await createScene();
    const { id } = await write(owner, about, 'Late');
    await owner.api.comments.remove({ params: { id } });
    const client = await store.connect();
    try {
      await client.query('begin');
      await client.query('delete from transactions where tenant_id = $1 and id = $2', [
        tenant,
        about,
      ]);
      const restored = Promise.allSettled([restore(owner, id)]);
      const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and query like '%into "comments"%'`;
      await expect.poll(async () => (await store.query(waiting)).rowCount).not.toBe(0);
      await client.query('commit');
      expect(await restored).toMatchObject([{ reason: { code: 'notFound' } }]);
    } finally {
      client.release();
    }
  });

  test('are exported and imported with their transactions', async () => {
    const [from, into] = [await registerOwner(product), await registerOwner(product)];
    const about = await transactionOf(from);
    const { id } = await write(from, about, 'Exported');
    await from.api.comments.update({ params: { id }, body: { text: 'Exported and edited' } });
    expect(await imported(into.api, await exported(from.api))).toMatchObject({ state: 'done' });
    const [{ items }, copy] = [
      await from.api.comments.getAll({ params: { id: about } }),
      await into.api.comments.getAll({ params: { id: about } }),
    ];
    expect(copy.items).toEqual(items.map((one) => ({ ...one, author: null })));
  });

  test('are left out of an import without their transactions', async () => {
    const [from, into] = [await registerOwner(product), await registerOwner(product)];
    const [kept, lost] = [await transactionOf(from), await transactionOf(from)];
    for (const id of [kept, lost]) await write(from, id, 'Exported');
    const archive = await changedArchive(product.context, await exported(from.api), {
      name: 'comments.jsonl',
      from: lost,
      to: crypto.randomUUID(),
    });
    expect(await imported(into.api, archive)).toMatchObject({ state: 'done', transactions: 2 });
    expect(await textsOf(into, kept)).toEqual(['Exported']);
    expect(await textsOf(into, lost)).toEqual([]);
  });

  test('are written by people alone: no operator writes in their name', async () => {
    const { owner, about } = await createScene();
    const { id } = await write(owner, about, 'Mine');
    const { api: operator } = await createTestOperator(product, 'administrator');
    const { token } = await operator.accounts.impersonate({
      params: { userId: owner.id },
      body: { reason: 'Ticket 7' },
    });
    const headers = { authorization: `Bearer ${token}`, 'x-tenant-key': owner.tenant };
    const impersonated = { api: product.callerOf(headers) };
    await impersonated.api.accounts.allowWriting();
    expect(await textsOf(impersonated, about)).toEqual(['Mine']);
    const refusal = { code: 'access.impersonating' };
    await expect(write(impersonated, about, 'A')).rejects.toMatchObject(refusal);
    const params = { id };
    await expect(
      impersonated.api.comments.update({ params, body: { text: 'A' } }),
    ).rejects.toMatchObject(refusal);
  });
});
