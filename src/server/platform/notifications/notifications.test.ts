import { describe, expect, test } from 'vitest';
import { Role } from '#contract/access.ts';
import { notificationKindNames, notificationKinds } from '#contract/notifications/kinds.ts';
import { createInvitation } from '#server/identity/invitations/test/invitations.ts';
import {
  createTestOrganization,
  createTestUser,
  type TestOrganizationMember,
} from '#server/identity/members/test/organizations.ts';
import { createTestOperator, openTestSession } from '#server/identity/operators/test/operators.ts';
import type { TenantId } from '#server/platform/database/database.ts';
import { db } from '#server/platform/database/query.ts';
import { memberPassword, signInOperator, testApplication } from '#server/test/application.ts';
import { choose, listOf, notificationTools } from './test/notifications.ts';

const product = await testApplication();
const { owner: store } = product.open;
const { context } = product;
const { run, send, mailsTo } = notificationTools(product);
const unreadOf = async (member: Pick<TestOrganizationMember, 'api'>) =>
  (await listOf(member)).filter(({ readAt }) => readAt === null).length;

describe('The causes of notifications (R-NTF-01, R-NTF-02)', () => {
  test('an accepted invitation notifies owners and admins, and not the new member', async () => {
    const organization = await createTestOrganization(product);
    const { owner } = organization;
    const [admin, member] = [
      await organization.add(Role.Admin),
      await organization.add(Role.Member),
    ];
    const { token, email } = await createInvitation(product, owner);
    const passwords = { password: memberPassword, passwordConfirm: memberPassword };
    await product.anyone.invitations.accept({
      params: { token },
      body: { email, firstName: 'Eva', lastName: 'Reis', ...passwords },
    });
    for (const reader of [owner, admin]) {
      expect(await listOf(reader)).toMatchObject([
        { kind: 'invitationAccepted', details: { person: 'Eva Reis', role: 2 }, readAt: null },
      ]);
    }
    expect(await listOf(member)).toEqual([]);
  });

  test('a join link notifies of members, or of requests, which are also emailed', async () => {
    const organization = await createTestOrganization(product);
    const { owner } = organization;
    const settings = { enableLink: true, enablePublicUrl: false };
    const join = async (requireAcceptance: boolean) => {
      const { link } = await owner.api.invitations.updateSettings({
        body: { ...settings, requireAcceptance },
      });
      const person = await createTestUser(product);
      await person.api.invitations.requestAccess({
        params: { token: String(link).split('/').at(-1) ?? '' },
        body: { email: person.email },
      });
    };
    // The opened link itself is mailed, too (R-ACC-40).
    const requestMails = async () => (await mailsTo(owner.email)).filter(({ url }) => url !== null);
    await join(false);
    expect(await requestMails()).toEqual([]);
    await join(true);
    expect((await listOf(owner)).map(({ kind }) => kind)).toEqual([
      'joinRequested',
      'joinedByLink',
    ]);
    expect(await requestMails()).toMatchObject([
      { url: expect.stringContaining('/unsubscribe?token=joinRequested.') },
    ]);
  });

  test('a new role notifies the member, once per change', async () => {
    const organization = await createTestOrganization(product);
    const member = await organization.add(Role.Member);
    const change = (role: Role) =>
      organization.owner.api.members.update({
        params: { id: member.member },
        body: { firstName: 'Rui', lastName: 'Alves', role },
      });
    await change(Role.Admin);
    await change(Role.Admin);
    expect(await listOf(member)).toMatchObject([
      { kind: 'roleChanged', details: { person: 'Rui Alves', before: 2, role: 1 } },
    ]);
    expect(await listOf(organization.owner)).toEqual([]);
    expect(await mailsTo(member.email)).toHaveLength(1);
  });

  test('an export notifies other owners and admins, once its file has been read to the end', async () => {
    const organization = await createTestOrganization(product);
    const { owner } = organization;
    const [admin, member] = [
      await organization.add(Role.Admin),
      await organization.add(Role.Member),
    ];
    await (await member.api.transactions.exportCsv()).text();
    await (await owner.api.audit.export()).text();
    expect(await listOf(owner)).toMatchObject([
      { kind: 'exportFinished', details: { file: 'transactions.csv' } },
    ]);
    expect((await listOf(admin)).map(({ details }) => details['file'])).toEqual([
      'audit-log.csv',
      'transactions.csv',
    ]);
    expect(await listOf(member)).toEqual([]);
    expect(await mailsTo(admin.email)).toEqual([]);
  });

  test('an export by a key notifies its creator, too; a request for its headers alone does not', async () => {
    const { owner } = await createTestOrganization(product);
    const { key } = await owner.api.apiKeys.create({
      body: { name: 'Export', role: Role.Member, scopes: ['transactions:read'], days: 90 },
    });
    const download = async (method: 'GET' | 'HEAD') => {
      const headers = { authorization: `Bearer ${key}` };
      const answer = await product.app.inject({ method, url: '/api/Transaction/Export', headers });
      expect(answer.statusCode).toBe(200);
      return (await listOf(owner)).map(({ kind }) => kind);
    };
    expect(await download('HEAD')).toEqual([]);
    expect(await download('GET')).toEqual(['exportFinished']);
  });

  test('an announcement notifies the members of its plans once, wherever the job was killed', async () => {
    const operator = await signInOperator(product);
    const [one, other] = [
      await createTestOrganization(product),
      await createTestOrganization(product),
    ];
    const guest = await one.add(Role.Guest);
    await operator.api.announcements.create({
      body: {
        severity: 'information',
        texts: {
          'pt-BR': { title: 'Manutenção', text: 'Domingo' },
          'en-US': { title: 'Maintenance', text: 'Sunday' },
        },
        startsAt: '2026-01-01T00:00:00Z',
      },
    });
    await expect(run('notifications.announce', { killed: true })).rejects.toThrow('aborted');
    await Promise.all([run('notifications.announce'), run('notifications.announce')]);
    await run('notifications.announce');
    for (const member of [guest, one.owner, other.owner]) {
      expect(await listOf(member)).toMatchObject([
        { kind: 'announcement', details: { 'title pt-BR': 'Manutenção' } },
      ]);
    }
    await store.query('delete from announcements');
  });

  test('an announcement has no effect on other plans, before its start or after its end', async () => {
    const operator = await signInOperator(product);
    const { owner } = await createTestOrganization(product);
    const soon = new Date(Date.now() + 3_600_000).toISOString();
    const create = (more: object) =>
      operator.api.announcements.create({
        body: {
          severity: 'information',
          texts: { 'pt-BR': { title: 'Aviso', text: 'Texto' } },
          startsAt: '2026-01-01T00:00:00Z',
          ...more,
        },
      });
    await create({ tiers: [99] });
    await create({ startsAt: soon });
    await create({ endsAt: '2026-01-02T00:00:00Z' });
    await run('notifications.announce');
    expect(await listOf(owner)).toEqual([]);
    await create({ tiers: [3] });
    await run('notifications.announce');
    expect(await listOf(owner)).toHaveLength(1);
    await store.query('delete from announcements');
  });

  test('are repeated without effect', async () => {
    const { id, owner } = await createTestOrganization(product);
    const again = { cause: 'the same', kind: 'joinRequested' } as const;
    await send(id, again);
    await Promise.all([send(id, again), send(id, again)]);
    expect(await listOf(owner)).toHaveLength(1);
    expect(await mailsTo(owner.email)).toHaveLength(1);
  });
});

describe('Own notifications (R-NTF-04)', () => {
  test('are visible to one person in one organization', async () => {
    const [one, other] = [
      await createTestOrganization(product),
      await createTestOrganization(product),
    ];
    const admin = await one.add(Role.Admin, { person: other.owner });
    await send(one.id);
    const [own] = await listOf(one.owner);
    const params = { id: own?.id ?? '' };
    expect(await listOf(other.owner)).toEqual([]);
    expect(await listOf(admin)).not.toMatchObject([{ id: params.id }]);
    await expect(admin.api.notifications.markRead({ params })).rejects.toMatchObject({
      code: 'notFound',
    });
    await expect(other.owner.api.notifications.markRead({ params })).rejects.toMatchObject({
      code: 'notFound',
    });
    await admin.api.notifications.markAllRead({
      params: { id: 'ffffffff-ffff-7fff-bfff-ffffffffffff' },
    });
    expect(await unreadOf(one.owner)).toBe(1);
    expect(await unreadOf(admin)).toBe(0);
  });

  test('the database shows a person only their own', async () => {
    const { id, owner, add } = await createTestOrganization(product);
    const other = await createTestOrganization(product);
    const admin = await add(Role.Admin);
    await send(id);
    const seen = (account?: string) =>
      context.database.tenant(id as TenantId, async (tx) => {
        if (account) tx.openAccount({ id: account });
        return (await tx.all(db.selectFrom('notifications').select('user_id'))).map(
          ({ user_id }) => user_id,
        );
      });
    expect(await seen()).toEqual([]);
    expect(await seen(owner.id)).toEqual([owner.id]);
    expect(await seen(admin.id)).toEqual([admin.id]);
    const forged = context.database.tenant(other.id as TenantId, (tx) =>
      tx.run(
        db.insertInto('notifications').values({
          tenant_id: id,
          user_id: admin.id,
          kind: 'joinedByLink',
          cause: 'forged',
          details: '{}',
          shown: true,
          in_digest: false,
        }),
      ),
    );
    await expect(forged).rejects.toThrow(/row-level security/);
  });

  test('are marked as read once by 50 parallel requests, and by all up to one', async () => {
    const { id, owner } = await createTestOrganization(product);
    for (let count = 0; count < 3; count += 1) await send(id);
    const [newest, middle] = await listOf(owner);
    const params = { id: middle?.id ?? '' };
    await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        n % 2 === 0
          ? owner.api.notifications.markRead({ params })
          : owner.api.notifications.markAllRead({ params }),
      ),
    );
    const after = await listOf(owner);
    expect(after.map(({ readAt }) => readAt === null)).toEqual([true, false, false]);
    const before = after[1]?.readAt;
    await owner.api.notifications.markAllRead({ params: { id: newest?.id ?? '' } });
    expect(await unreadOf(owner)).toBe(0);
    expect((await listOf(owner))[1]?.readAt).toBe(before);
  });

  test('are listed in pages', async () => {
    const { id, owner } = await createTestOrganization(product);
    for (let count = 0; count < 5; count += 1) await send(id, { details: { person: `${count}` } });
    const first = await owner.api.notifications.getAll({ query: { limit: 3 } });
    const rest = await owner.api.notifications.getAll({
      query: { limit: 3, cursor: first.next ?? '' },
    });
    const people = [...first.items, ...rest.items].map(({ details }) => details['person']);
    expect(people).toEqual(['4', '3', '2', '1', '0']);
    expect(rest.next).toBeNull();
  });

  test('stay unread while an operator acts as the member, who can’t change preferences either', async () => {
    const { id, owner } = await createTestOrganization(product);
    await send(id);
    const { id: operator } = await createTestOperator(product, 'administrator');
    const session = await openTestSession(product, owner.id, operator);
    const acting = product.callerOf({ ...session.headers, 'x-tenant-key': id });
    const [shown] = (await acting.notifications.getAll()).items;
    const params = { id: shown?.id ?? '' };
    for (const refused of [
      () => acting.notifications.markRead({ params }),
      () => acting.notifications.markAllRead({ params }),
      () => acting.chat.markRead({ params: { position: 1 } }),
      () =>
        acting.notifications.updateSetting({
          params: { kind: 'roleChanged' },
          body: { app: false, email: 'never' },
        }),
    ]) {
      await expect(refused()).rejects.toMatchObject({ status: 403 });
    }
    expect(await unreadOf(owner)).toBe(1);
  });

  test('disappear with the membership, the person and the organization', async () => {
    const organization = await createTestOrganization(product);
    const [leaving, deleted] = [
      await organization.add(Role.Admin),
      await organization.add(Role.Admin),
    ];
    await send(organization.id);
    const left = async () =>
      (
        await store.query<{ user_id: string }>(
          'select user_id from notifications where tenant_id = $1',
          [organization.id],
        )
      ).rows.map(({ user_id }) => user_id);
    expect((await left()).toSorted()).toEqual(
      [organization.owner.id, leaving.id, deleted.id].toSorted(),
    );
    await organization.owner.api.members.remove({ params: { id: leaving.member } });
    await deleted.api.users.removeSelf();
    expect(await left()).toEqual([organization.owner.id]);
    await organization.owner.api.tenants.remove({ params: { id: organization.id } });
    expect(await left()).toEqual([]);
  });

  test('are deleted after 90 days', async () => {
    const { id, owner } = await createTestOrganization(product);
    await send(id);
    await send(id);
    await store.query(
      `update notifications set created_at = now() - interval '91 days'
       where id = (select id from notifications where tenant_id = $1 order by id limit 1)`,
      [id],
    );
    await run('notifications.purge');
    expect(await listOf(owner)).toHaveLength(1);
  });
});

describe('Preferences (R-NTF-03, R-NTF-05)', () => {
  test('begin with the preset of each kind', async () => {
    const person = await createTestUser(product);
    expect(await person.api.notifications.getSettings()).toEqual(
      notificationKindNames.map((kind) => ({ kind, ...notificationKinds[kind].preset })),
    );
  });

  test.each(notificationKindNames)('are respected for %s', async (kind) => {
    const { id, add } = await createTestOrganization(product);
    const person = await add(Role.Owner);
    const sendKind = () =>
      send(id, { kind, details: { limit: 'members', used: 4, included: 5, date: '2026-12-01' } });
    await choose(person, kind, { app: false, email: 'never' });
    await sendKind();
    expect(await listOf(person)).toEqual([]);
    expect(await mailsTo(person.email)).toEqual([]);
    await choose(person, kind, { app: true, email: 'never' });
    await sendKind();
    expect(await listOf(person)).toHaveLength(1);
    expect(await mailsTo(person.email)).toEqual([]);
    await choose(person, kind, { app: false, email: 'immediately' });
    await sendKind();
    expect(await listOf(person)).toHaveLength(1);
    expect(await mailsTo(person.email)).toMatchObject([
      { url: expect.stringContaining(`token=${kind}.${person.id}.`) },
    ]);
  });

  test('of different kinds are changed in parallel', async () => {
    const person = await createTestUser(product);
    const chosen = { app: false, email: 'daily' } as const;
    await Promise.all(notificationKindNames.map((kind) => choose(person, kind, chosen)));
    expect(await person.api.notifications.getSettings()).toEqual(
      notificationKindNames.map((kind) => ({ kind, ...chosen })),
    );
  });

  test('do not stop an email that is required', async () => {
    const { id, owner } = await createTestOrganization(product);
    await choose(owner, 'trialEnding', { app: false, email: 'never' });
    await send(id, { kind: 'trialEnding', details: { date: '2026-12-01' }, isMailRequired: true });
    expect(await mailsTo(owner.email)).toMatchObject([{ url: null }]);
  });
});
