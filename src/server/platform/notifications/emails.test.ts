import { describe, expect, test } from 'vitest';
import { Role } from '#contract/access.ts';
import type { NotificationKind } from '#contract/notifications/kinds.ts';
import { invitationBody } from '#server/identity/invitations/test/invitations.ts';
import {
  createTestOrganization,
  createTestUser,
  type TestOrganization,
  type TestPerson,
} from '#server/identity/members/test/organizations.ts';
import { unsubscribeToken } from '#server/platform/mail/unsubscribe.ts';
import { sharedApplication } from '#server/test/application.ts';
import { choose, listOf, notificationTools } from './test/notifications.ts';

const product = await sharedApplication();
const { owner: store } = product.open;
const { context } = product;
const { run, send, mailsTo } = notificationTools(product);
const unsubscribePath = (kind: 'digest' | NotificationKind, user: string) =>
  `/unsubscribe?token=${unsubscribeToken(context.linkKey, { kind, user })}`;

describe('The daily digest (R-NTF-06)', () => {
  const digest = () => run('notifications.digest');
  const daily = { app: true, email: 'daily' } as const;
  const yesterday = (person: TestPerson) =>
    store.query('update users set last_digest_on = current_date - 1 where id = $1', [person.id]);

  test('is one email a day about all organizations, however often the job runs or is killed', async () => {
    const organizations: TestOrganization[] = [];
    const first = await createTestOrganization(product);
    const { owner } = first;
    organizations.push(first, await createTestOrganization(product));
    await organizations[1]?.add(Role.Admin, { person: owner });
    await choose(owner, 'joinedByLink', daily);
    for (const { id } of organizations) await send(id, { details: { person: id, role: 2 } });
    expect(await mailsTo(owner.email)).toEqual([]);
    await expect(run('notifications.digest', { killed: true })).rejects.toThrow('aborted');
    await Promise.all([digest(), digest(), digest()]);
    const mails = await mailsTo(owner.email);
    expect(mails).toMatchObject([{ url: expect.stringContaining('token=digest.') }]);
    const text = expect.stringContaining(`/app/notifications?org=${first.id}`) as string;
    // The text is erased once it has been sent.
    await expect
      .poll(async () => (await product.app.inject(`/sandbox/mail.json?to=${owner.email}`)).json())
      .toMatchObject([{ text }]);
    await send(first.id);
    await digest();
    expect(await mailsTo(owner.email)).toHaveLength(1);
    await yesterday(owner);
    await digest();
    expect(await mailsTo(owner.email)).toHaveLength(2);
  });

  test('leaves out what was read in the app, and kinds that were turned off since', async () => {
    const { id, owner } = await createTestOrganization(product);
    await choose(owner, 'joinedByLink', daily);
    await choose(owner, 'joinRequested', daily);
    await send(id);
    const [read] = await listOf(owner);
    await owner.api.notifications.markRead({ params: { id: read?.id ?? '' } });
    await send(id, { kind: 'joinRequested' });
    await choose(owner, 'joinRequested', { app: true, email: 'never' });
    await digest();
    expect(await mailsTo(owner.email)).toEqual([]);
  });
});

describe('Unsubscribing (R-NTF-07)', () => {
  const settingsOf = async (person: TestPerson, kind: NotificationKind) =>
    (await person.api.notifications.getSettings()).find((setting) => setting.kind === kind);

  test('takes one POST without a session, of any body, and repeats without effect', async () => {
    const person = await createTestUser(product);
    const url = unsubscribePath('roleChanged', person.id);
    for (const payload of ['List-Unsubscribe=One-Click', '']) {
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      const answer = await product.app.inject({ method: 'POST', url, headers, payload });
      expect(answer.statusCode).toBe(204);
    }
    expect(await settingsOf(person, 'roleChanged')).toMatchObject({ app: true, email: 'never' });
    expect(await settingsOf(person, 'joinRequested')).toMatchObject({ email: 'immediately' });
  });

  test('is never caused by a GET', async () => {
    const person = await createTestUser(product);
    const token = unsubscribeToken(context.linkKey, { kind: 'roleChanged', user: person.id });
    await product.app.inject({ url: unsubscribePath('roleChanged', person.id) });
    await expect(
      product.anyone.notifications.getUnsubscription({ params: { token } }),
    ).resolves.toEqual({ kind: 'roleChanged' });
    expect(await settingsOf(person, 'roleChanged')).toMatchObject({ email: 'immediately' });
  });

  test('from the digest stops the kinds that are in it', async () => {
    const person = await createTestUser(product);
    await choose(person, 'joinedByLink', { app: true, email: 'daily' });
    const token = unsubscribeToken(context.linkKey, { kind: 'digest', user: person.id });
    await product.anyone.notifications.unsubscribe({ params: { token } });
    expect(await settingsOf(person, 'joinedByLink')).toMatchObject({ email: 'never' });
    expect(await settingsOf(person, 'joinRequested')).toMatchObject({ email: 'immediately' });
  });

  test('refuses tokens that were changed, made up or signed for something else', async () => {
    const [person, victim] = [await createTestUser(product), await createTestUser(product)];
    const good = unsubscribeToken(context.linkKey, { kind: 'roleChanged', user: person.id });
    const [kind, user, signature] = good.split('.');
    for (const token of [
      `${kind}.${victim.id}.${signature}`,
      `joinRequested.${user}.${signature}`,
      `digest.${user}.${signature}`,
      `${kind}.${user}.`,
      `${kind}.${user}`,
      `${good}.more`,
      good.slice(0, -1),
      unsubscribeToken(Buffer.alloc(32), { kind: 'roleChanged', user: person.id }),
      'constructor.x.y',
    ]) {
      const refused = { code: 'notFound', status: 404 };
      const params = { token };
      await expect(product.anyone.notifications.unsubscribe({ params })).rejects.toMatchObject(
        refused,
      );
      await expect(
        product.anyone.notifications.getUnsubscription({ params }),
      ).rejects.toMatchObject(refused);
    }
    expect(await settingsOf(victim, 'roleChanged')).toMatchObject({ email: 'immediately' });
  });

  test('is not offered in emails about passwords, sign-in and invitations', async () => {
    const { owner } = await createTestOrganization(product);
    const body = invitationBody();
    await owner.api.invitations.invite({ body });
    await product.anyone.accounts.reset({ params: { email: owner.email } });
    for (const email of [body.email, owner.email]) {
      await expect.poll(() => mailsTo(email)).toMatchObject([{ url: null }]);
    }
  });
});
