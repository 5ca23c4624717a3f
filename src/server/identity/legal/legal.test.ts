import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { LegalKind } from '#contract/legal.ts';
import { locales, type Locale } from '#locales/locales.ts';
import { createInvitation } from '#server/identity/invitations/test/invitations.ts';
import { createTestOrganization } from '#server/identity/members/test/organizations.ts';
import {
  memberPassword,
  priceIdOf,
  registerOwner,
  signInOperator,
  testApplication,
} from '#server/test/application.ts';
import { renderLegalText } from './service/render.ts';

const product = await testApplication();
const { anyone } = product;
const operator = await signInOperator(product);
const { legal } = operator.api;

const read = (kind: LegalKind, language: Locale, version?: number) =>
  anyone.legal.get({ params: { kind }, query: { language, version } });
const newestOf = async (kind: LegalKind) => (await legal.getOfAll({ params: { kind } })).version;
const publish = async (kind: LegalKind, body: { text?: string; requiresAcceptance?: boolean }) =>
  legal.create({
    body: { kind, language: 'pt-BR', text: '## Um', basedOn: await newestOf(kind), ...body },
  });
const outdated = expect.objectContaining({ code: 'legal.outdated' });

/** Returns the versions that a person has accepted. */
const acceptedBy = async (email: string) => {
  const { rows } = await product.open.owner.query<{ terms: number; privacy: number; at: Date }>(
    `select accepted_terms as terms, accepted_privacy as privacy, accepted_at as at
     from users where email = $1`,
    [email],
  );
  return rows[0];
};

/** Registers a person who was shown the texts, or through a client that did not show them. */
const register = async (acceptsTerms: boolean) => {
  const email = `${randomUUID()}@example.com`;
  const selectedSubscription = { subscriptionPriceId: await priceIdOf(product, 'Starter', 0) };
  const person = { email, firstName: 'Ana', lastName: 'Souza' };
  const organization = randomUUID();
  await anyone.accounts.register({
    body: { ...person, organization, selectedSubscription, acceptsTerms },
  });
  return email;
};

describe('Terms and privacy policy (R-LEG-01)', () => {
  test.each(locales)(
    'are templates with sections in %s until the operator saves them',
    async (language) => {
      const texts = await Promise.all([read('terms', language), read('privacy', language)]);
      for (const text of texts) {
        expect(text).toMatchObject({ version: 0, isTemplate: true, createdAt: null, versions: [] });
        expect(text.sections.length).toBeGreaterThan(8);
        expect(text.html).toContain('mailto:');
        expect(text.html).not.toContain('{email}');
      }
    },
  );

  test('are sanitized, with anchors at their sections', () => {
    const { html, sections } = renderLegalText('## A & *b*\n\n<script>x</script>{email}', 'a@b.c');
    expect(html).toContain('<h2 id="s1">A &amp; <em>b</em></h2>');
    expect(html).not.toContain('script');
    expect(html).toContain('a@b.c');
    expect(sections).toEqual([{ id: 's1', title: 'A & b' }]);
  });
});

describe('Versions of a text (R-LEG-02)', () => {
  test('are counted over all languages, and each language shows its own newest', async () => {
    const before = await newestOf('privacy');
    await publish('privacy', { text: '## First' });
    await publish('privacy', { text: '## Second' });
    const saved = await read('privacy', 'pt-BR');
    expect(saved).toMatchObject({ version: before + 2, isTemplate: false });
    expect(saved.html).toContain('Second');
    expect(saved.versions.map(({ version }) => version)).toEqual([before + 2, before + 1]);
    expect((await read('privacy', 'pt-BR', before + 1)).html).toContain('First');
    expect(await read('privacy', 'hi-IN')).toMatchObject({ version: 0, isTemplate: true });
    await expect(read('privacy', 'hi-IN', before + 1)).rejects.toMatchObject({ code: 'notFound' });
    const { versions, texts } = await legal.getOfAll({ params: { kind: 'privacy' } });
    expect(versions[0]).toMatchObject({ author: operator.user.email, requiresAcceptance: false });
    expect(texts['pt-BR']).toEqual({ text: '## Second', isTemplate: false });
  });

  test('are refused when another was saved in the meantime, also at the same time', async () => {
    const body = { kind: 'terms', language: 'es-MX', text: '## Uno' } as const;
    const basedOn = await newestOf('terms');
    const saves = [1, 2].map(() => legal.create({ body: { ...body, basedOn } }));
    const outcomes = await Promise.allSettled(saves);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: outdated,
    });
    await expect(legal.create({ body: { ...body, basedOn } })).rejects.toEqual(outdated);
  });
});

describe('Acceptance (R-LEG-03, R-LEG-04)', () => {
  test('a registration records the versions that the person was shown, and only those', async () => {
    const versions = { terms: await newestOf('terms'), privacy: await newestOf('privacy') };
    expect(await acceptedBy(await register(true))).toEqual({ ...versions, at: expect.any(Date) });
    expect(await acceptedBy(await register(false))).toEqual({
      terms: null,
      privacy: null,
      at: null,
    });
  });

  test('a corrected address keeps what its registration accepted', async () => {
    const email = `${randomUUID()}@example.com`;
    const { correctionToken = '' } = await anyone.accounts.register({
      body: {
        email: `former-${email}`,
        firstName: 'Ana',
        lastName: 'Souza',
        organization: randomUUID(),
        selectedSubscription: { subscriptionPriceId: await priceIdOf(product, 'Starter', 0) },
        acceptsTerms: true,
      },
    });
    const former = await acceptedBy(`former-${email}`);
    await publish('terms', {});
    const formerEmail = `former-${email}`;
    await anyone.accounts.correctEmail({ body: { email, formerEmail, token: correctionToken } });
    expect(await acceptedBy(email)).toEqual(former);
  });

  test('an accepted invitation and a request to join that create an account record it', async () => {
    const { owner } = await createTestOrganization(product);
    const versions = { terms: await newestOf('terms'), privacy: await newestOf('privacy') };
    const { email, token } = await createInvitation(product, owner);
    const passwords = { password: memberPassword, passwordConfirm: memberPassword };
    const body = { email, ...passwords, acceptsTerms: true };
    await anyone.invitations.accept({ params: { token }, body });
    expect(await acceptedBy(email)).toMatchObject(versions);
    const { link } = await owner.api.invitations.updateSettings({
      body: { enableLink: true, enablePublicUrl: false, requireAcceptance: true },
    });
    const asking = { ...body, email: `${randomUUID()}@example.com` };
    await anyone.invitations.requestAccess({ params: { token: link }, body: asking });
    expect(await acceptedBy(asking.email)).toMatchObject(versions);
  });

  test('is due after a version that requires it, until it is given', async () => {
    const { api } = await registerOwner(product);
    const due = async () => (await api.users.getCurrent()).mustAccept;
    await publish('terms', {});
    expect(await due()).toBeNull();
    const { version: terms } = await publish('terms', { requiresAcceptance: true });
    const versions = { terms, privacy: await newestOf('privacy') };
    expect(await due()).toEqual(versions);
    await api.legal.accept({ body: { ...versions, terms: terms - 1 } });
    expect(await due()).toEqual(versions);
    await api.legal.accept({ body: { terms: terms + 7, privacy: versions.privacy } });
    expect(await due()).toBeNull();
    const { version } = await publish('terms', { requiresAcceptance: true });
    expect(await due()).toEqual({ ...versions, terms: version });
    expect((await operator.api.users.getCurrent()).mustAccept).toBeNull();
  });

  test('can’t be given by an operator who acts as the person', async () => {
    const { user } = await registerOwner(product);
    const { token } = await operator.api.accounts.impersonate({
      params: { userId: user.id },
      body: { reason: 'A question' },
    });
    const acting = product.callerOf({ authorization: `Bearer ${token}` });
    await expect(acting.legal.accept({ body: { terms: 0, privacy: 0 } })).rejects.toMatchObject({
      code: 'access.impersonating',
    });
  });
});
