import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import { Role } from '#contract/access.ts';
import type { AnnouncementRecord } from '#contract/announcements.ts';
import { textInLanguage } from '#locales/locales.ts';
import { createTestOrganization } from '#server/identity/members/test/organizations.ts';
import {
  memberPassword,
  registerOwner,
  signInOperator,
  testApplication,
  toTestMember,
  type TestMember,
} from '#server/test/application.ts';

const product = await testApplication();
const { owner } = product.open;
const operator = await signInOperator(product);
const { announcements } = operator.api;
const starter = await registerOwner(product, { plan: 'Starter' });
const pro = await registerOwner(product, { plan: 'Pro' });

afterEach(() => owner.query('delete from announcements'));

const fromNow = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
const textOf = (title: string) => ({ title, text: 'Texto', link: null });
const inputOf = (more: object = {}) => ({
  severity: 'information' as const,
  texts: { 'pt-BR': textOf('Aviso') },
  startsAt: fromNow(-1),
  ...more,
});
const create = (more: object = {}) => announcements.create({ body: inputOf(more) });
const shownTo = async ({ api }: Pick<TestMember, 'api'>) =>
  (await api.announcements.getMine()).map(({ texts }) => texts['pt-BR'].title);
const dismiss = ({ api }: Pick<TestMember, 'api'>, { id }: AnnouncementRecord) =>
  api.announcements.dismiss({ params: { id } });
const change = ({ id, version }: AnnouncementRecord, more: object = {}) =>
  announcements.update({ params: { id }, body: inputOf(more), version });
const withCode = (code: string) => expect.objectContaining({ code });

describe('The schedule of an announcement (R-ANN-01)', () => {
  test.each([
    ['scheduled', 5, null],
    ['scheduled', 5, 10],
    ['shown', -5, null],
    ['shown', -5, 5],
    ['ended', -10, -5],
  ])('makes it %s from minute %j to %j', async (state, start, end) => {
    const startsAt = fromNow(start);
    const endsAt = end === null ? null : fromNow(end);
    const made = await create({ startsAt, endsAt });
    expect(made).toMatchObject({ state, startsAt, endsAt, version: 1 });
    expect(await announcements.getAll()).toEqual([made]);
    expect(await announcements.get({ params: { id: made.id } })).toEqual(made);
    expect(await shownTo(pro)).toEqual(state === 'shown' ? ['Aviso'] : []);
  });

  test('follows the clock: what was scheduled is shown at its start and gone at its end', async () => {
    const made = await create({ startsAt: fromNow(5), endsAt: fromNow(10) });
    const stateAt = async (start: string, end: string) => {
      await owner.query(`update announcements set starts_at = ${start}, ends_at = ${end}`);
      const { state } = await announcements.get({ params: { id: made.id } });
      return [state, ...(await shownTo(pro))];
    };
    expect(await stateAt(`now() + interval '1 minute'`, 'null')).toEqual(['scheduled']);
    expect(await stateAt('now()', `now() + interval '1 minute'`)).toEqual(['shown', 'Aviso']);
    expect(await stateAt(`now() - interval '1 minute'`, 'now()')).toEqual(['ended']);
  });

  test('sorts the newest start first, ten at most', async () => {
    for (let minute = 12; minute > 0; minute -= 1) {
      await create({ texts: { 'pt-BR': textOf(`${minute}`) }, startsAt: fromNow(-minute) });
    }
    expect(await shownTo(pro)).toEqual(Array.from({ length: 10 }, (_, index) => `${index + 1}`));
    expect(await announcements.getAll()).toHaveLength(12);
  });

  test.each([
    [{ endsAt: fromNow(-10) }, 'endsAt', 'announcements.endsBeforeStart'],
    [{ startsAt: 'tomorrow' }, 'startsAt', 'field.date'],
    [{ startsAt: '0000-01-01T00:00:00Z' }, 'startsAt', 'field.date'],
    [{ severity: 'panic' }, 'severity', 'field.required'],
    [{ tiers: [1.5] }, 'tiers.0', 'field.integer'],
  ])('is refused with %j', async (more, field, code) => {
    await expect(create(more)).rejects.toMatchObject({
      code: 'validation',
      fields: { [field]: [code] },
    });
    expect(await announcements.getAll()).toEqual([]);
  });
});

describe('The texts of an announcement (R-ANN-02)', () => {
  test('are stored by language; a missing language shows that of the default one', async () => {
    const link = 'https://status.example/2026?a=1#b';
    const texts = {
      'pt-BR': { title: 'Manutenção', text: 'Hoje\nàs 22h', link },
      'hi-IN': { title: 'रखरखाव', text: 'आज', link: '/app/settings' },
    };
    const made = await create({ texts });
    expect(made.texts).toEqual({ ...texts, 'en-US': null, 'es-MX': null });
    const [shown] = await pro.api.announcements.getMine();
    expect(shown?.texts).toEqual(made.texts);
    expect(textInLanguage(made.texts, 'hi-IN')).toEqual({
      ...texts['hi-IN'],
      language: 'hi-IN',
    });
    expect(textInLanguage(made.texts, 'en-US')).toEqual({
      ...texts['pt-BR'],
      language: 'pt-BR',
    });
  });

  test.each([
    [{ 'en-US': textOf('Only English') }, 'texts.pt-BR', 'field.invalid'],
    [{ 'pt-BR': textOf(' ') }, 'texts.pt-BR.title', 'field.required'],
    [{ 'pt-BR': textOf('two\nlines') }, 'texts.pt-BR.title', 'field.invalid'],
    [{ 'pt-BR': textOf('x'.repeat(121)) }, 'texts.pt-BR.title', 'field.tooLong'],
    [
      { 'pt-BR': textOf('A'), 'es-MX': { title: 'A', text: '' } },
      'texts.es-MX.text',
      'field.required',
    ],
  ])('are refused: %j', async (texts, field, code) => {
    const refused = create({ texts });
    await expect(refused).rejects.toMatchObject({ fields: { [field]: [code] } });
  });

  test.each([
    'http://insecure.example',
    'javascript:alert(1)',
    ' JaVaScRiPt:alert(1)',
    'data:text/html,<script>',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'https://',
    'https:///evil.example',
    'https://a b.example',
    'https://[',
    '/a\u0000b',
    'app/settings',
    '',
  ])('refuse the link %j', async (link) => {
    const refused = create({ texts: { 'pt-BR': { ...textOf('A'), link } } });
    await expect(refused).rejects.toMatchObject({
      fields: { 'texts.pt-BR.link': [expect.stringMatching(/^(announcements\.link|field\.)/)] },
    });
  });

  test('keep markup and quotes as plain text', async () => {
    const text = `<img src=x onerror=alert(1)> '); drop table announcements; -- {{title}} $1`;
    const made = await create({ texts: { 'pt-BR': { title: text, text, link: null } } });
    expect(made.texts['pt-BR']).toEqual({ title: text, text, link: null });
    expect(await shownTo(pro)).toEqual([text]);
  });
});

describe('The audience of an announcement (R-ANN-03)', () => {
  test('is every organization, or those whose plan has one of its tiers', async () => {
    await create({ texts: { 'pt-BR': textOf('All') }, startsAt: fromNow(-3) });
    const made = await create({
      texts: { 'pt-BR': textOf('Starter') },
      tiers: [3, 1, 1],
      startsAt: fromNow(-2),
    });
    expect(made.tiers).toEqual([1, 3]);
    expect(await shownTo(starter)).toEqual(['Starter', 'All']);
    expect(await shownTo(pro)).toEqual(['All']);
    await change(made, { texts: { 'pt-BR': textOf('Pro') }, tiers: [2] });
    expect(await shownTo(starter)).toEqual(['All']);
    expect(await shownTo(pro)).toEqual(['Pro', 'All']);
  });
});

describe('A dismissal (R-ANN-04)', () => {
  test('holds in all sessions of the person, and for no other', async () => {
    const made = await create();
    const team = await createTestOrganization(product);
    const colleague = await team.add(Role.Member);
    await dismiss(team.owner, made);
    expect(await shownTo(team.owner)).toEqual([]);
    expect(await shownTo(colleague)).toEqual(['Aviso']);
    await dismiss(pro, made);
    await dismiss(pro, made);
    expect(await shownTo(pro)).toEqual([]);
    const body = { email: pro.user.email, password: memberPassword };
    const again = toTestMember(product, await product.anyone.accounts.login({ body }));
    expect(await shownTo(again)).toEqual([]);
    expect(await shownTo(starter)).toEqual(['Aviso']);
  });

  test('outlasts a change of the text, and yields when it can no longer be dismissed', async () => {
    const made = await create();
    await dismiss(pro, made);
    const changed = await change(made, { texts: { 'pt-BR': textOf('Corrigido') } });
    expect(await shownTo(pro)).toEqual([]);
    await change(changed, { dismissible: false });
    expect(await shownTo(pro)).toEqual(['Aviso']);
    await expect(dismiss(pro, made)).rejects.toEqual(withCode('notFound'));
  });

  test('is refused before the start and for an unknown announcement', async () => {
    const later = await create({ startsAt: fromNow(5) });
    await expect(dismiss(pro, later)).rejects.toEqual(withCode('notFound'));
    await expect(dismiss(pro, { ...later, id: randomUUID() })).rejects.toEqual(
      withCode('notFound'),
    );
  });

  test('belongs to the person: an operator who acts as them is refused', async () => {
    const made = await create();
    const acting = await operator.api.accounts.impersonate({
      params: { userId: pro.user.id },
      body: { reason: 'Ticket 1' },
    });
    const member = toTestMember(product, acting);
    await expect(dismiss(member, made)).rejects.toEqual(withCode('access.impersonating'));
    expect(await shownTo(member)).toEqual(['Aviso']);
  });

  test('disappears with its announcement', async () => {
    const made = await create();
    await dismiss(pro, made);
    await announcements.remove({ params: { id: made.id } });
    const { rows } = await owner.query('select from announcement_dismissals');
    expect(rows).toEqual([]);
  });
});

describe('Operators (R-ANN-05, R-ANN-06)', () => {
  test('can change an announcement only in the version that they have seen', async () => {
    const made = await create();
    const first = await change(made, { texts: { 'pt-BR': textOf('First') } });
    expect(first.version).toBe(2);
    await expect(change(made, { tiers: [2] })).rejects.toEqual(withCode('conflict.changed'));
    const both = await Promise.allSettled([change(first), change(first)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    await expect(change({ ...made, id: randomUUID() })).rejects.toEqual(withCode('notFound'));
  });

  test('end one that is shown, once', async () => {
    const made = await create({ endsAt: fromNow(60) });
    const params = { id: made.id };
    expect(await announcements.end({ params })).toMatchObject({ state: 'ended', version: 2 });
    expect(await shownTo(pro)).toEqual([]);
    const notShown = withCode('announcements.notShown');
    await expect(announcements.end({ params })).rejects.toEqual(notShown);
    const { id } = await create({ startsAt: fromNow(5) });
    await expect(announcements.end({ params: { id } })).rejects.toEqual(notShown);
    await expect(change(made)).rejects.toEqual(withCode('conflict.changed'));
  });

  test('delete one; it is then unknown', async () => {
    const params = { id: (await create()).id };
    await announcements.remove({ params });
    const unknown = withCode('notFound');
    await expect(announcements.get({ params })).rejects.toEqual(unknown);
    await expect(announcements.remove({ params })).rejects.toEqual(unknown);
    await expect(announcements.end({ params })).rejects.toEqual(unknown);
  });

  test('are logged with the title, the schedule and the fact that texts changed', async () => {
    const made = await create();
    await change(made, { texts: { 'pt-BR': textOf('Other') }, severity: 'warning' });
    const { rows } = await owner.query<{ action: string; actor: string; after: object }>(
      `select action, actor_id as actor, after from audit_log where target_id = $1 order by id`,
      [made.id],
    );
    expect(rows.map(({ action }) => action)).toEqual([
      'announcement.created',
      'announcement.changed',
    ]);
    expect(rows[0]).toMatchObject({ actor: operator.user.id, after: { title: 'Aviso' } });
    expect(rows[1]).toMatchObject({ after: { title: 'Other', severity: 'warning' } });
    expect(JSON.stringify(rows)).not.toContain('Texto');
  });
});
