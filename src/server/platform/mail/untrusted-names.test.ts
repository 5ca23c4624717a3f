import { randomUUID } from 'node:crypto';
import { array, assert as assertProperty, constantFrom, property, string } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BillingPeriod } from '#contract/periods.ts';
import { cleanName, name } from '#contract/shapes.ts';
import { invitationBody, waitForMail } from '#server/identity/invitations/test/invitations.ts';
import { createTestOrganization } from '#server/identity/members/test/organizations.ts';
import { priceIdOf, registerOwner, sharedApplication } from '#server/test/application.ts';

/** Tests that emails to unconfirmed addresses carry no text or link that the sender chose (R-ACC-27). */
const product = await sharedApplication();
const starter = await priceIdOf(product, 'Starter', BillingPeriod.Once);
const post = (path: string, payload: object, headers = {}) =>
  product.app.inject({ method: 'POST', url: `/api${path}`, payload, headers });

const form = (changes: object = {}) => ({
  organization: `Organization ${randomUUID()}`,
  email: `${randomUUID()}@example.com`,
  firstName: 'Ana',
  lastName: 'Souza',
  selectedSubscription: { subscriptionPriceId: starter },
  ...changes,
});

const links = [
  'Claim it at https://evil.example/prize',
  'www.evil.example',
  'evil.example/prize',
  'ftp://evil',
  'See 203.0.113.7 now',
  'pay@evil.example',
];
/** Names that look like a host, which emails show in parts. */
const named = ['J.P.Morgan Brasil', 'Booking.com', 'St.John Ltda', 'Évil。exemplo'];
const controls = [
  'Ana\r\nBcc: all@evil',
  'Ana\nSouza',
  'Ana\u0007',
  'Ana\u0085',
  'Ana\u2028Souza',
  'Ana \u202Eazuos',
  'Ana\u200F',
];

describe('A name (R-ACC-27)', () => {
  const refused = [
    ...links.map((text) => [text, 'errors.field.link'] as const),
    ...controls.map((text) => [text, expect.stringMatching(/^errors\.field\./)] as const),
  ];

  test.each(refused)(
    'with a link or control character, %j, is refused at registration',
    async (text, code) => {
      for (const field of ['organization', 'firstName', 'lastName']) {
        const answer = await post('/Authentication/Register', form({ [field]: text }));
        expect(answer.json()).toMatchObject({ status: 400, errors: { [field]: [code] } });
      }
    },
  );

  test.each(refused)(
    'with a link or control character, %j, is refused by all other calls',
    async (text, code) => {
      const { owner, id } = await createTestOrganization(product);
      const names = { firstName: 'Eva', lastName: 'Reis' };
      const theme = { appTheme: 'dark', appColor: 'red' };
      const calls = [
        ['POST', '/Tenant/Create', 'name', { selectedSubscription: form().selectedSubscription }],
        ['PUT', `/Tenant/Update/${id}`, 'name', theme],
        ['PUT', `/User/Update/${owner.id}`, 'firstName', names],
        ['POST', '/TenantUserInvitation/InviteUser', 'lastName', invitationBody()],
        ['PUT', `/TenantUsers/Update/${owner.member}`, 'firstName', { ...names, role: 0 }],
      ] as const;
      for (const [method, path, field, body] of calls) {
        const payload = { ...body, [field]: text };
        const url = `/api${path}`;
        const answer = await product.app.inject({ method, url, payload, headers: owner.headers });
        expect([path, answer.json()]).toMatchObject([path, { errors: { [field]: [code] } }]);
      }
    },
  );

  test.each([
    ...named,
    'João D. Ávila',
    'J. P. Morgan & Co.',
    'Ação S.A.',
    'आशा कुमारी‍',
    'O’Neill-Pérez',
  ])('is accepted: %s', async (text) => {
    const body = form({
      firstName: text,
      lastName: text,
      organization: `${text} ${randomUUID()}`,
    });
    expect((await post('/Authentication/Register', body)).statusCode).toBe(200);
  });
});

test('the emails of a registration contain no name that was typed (R-ACC-27)', async () => {
  const body = form({ organization: `Prize ${randomUUID()}`, firstName: 'You won' });
  await product.anyone.accounts.register({ body });
  const { verifyToken } = await product.anyone.accounts.reset({ params: { email: body.email } });
  expect(verifyToken).toBeDefined();
  for (const containing of ['/account/verify?', '/account/reset?']) {
    const mail = await waitForMail(product, body.email, { containing });
    expect(mail.text).toContain(body.email);
    for (const part of [mail.subject, mail.text, mail.html]) {
      expect(part).not.toMatch(/You won|Prize/);
    }
  }
});

test('emails address a person by name once the address is confirmed', async () => {
  const { user } = await registerOwner(product, { plan: 'Starter' });
  await product.anyone.accounts.reset({ params: { email: user.email } });
  const mail = await waitForMail(product, user.email, { containing: '/account/reset?' });
  expect(mail.text).toContain('Ana');
});

test.each(named)('the emails to strangers show %s, and no link (R-ACC-27)', async (text) => {
  const { owner, id } = await createTestOrganization(product);
  await product.open.owner.query('update tenants set name = $2 where id = $1', [id, text]);
  const invited = invitationBody();
  await owner.api.invitations.invite({ body: invited });
  const mail = await waitForMail(product, invited.email);
  const parts = text.split(/(?<=[.。])(?=\p{L})/u);
  expect(parts.length).toBeGreaterThan(1);
  for (const part of [mail.subject, mail.text, mail.html]) {
    expect(part).toContain(parts.join('\u200C'));
    expect(part).not.toContain(text);
  }
});

describe('An organization whose name is older than the checks (R-ACC-27)', () => {
  const named = async () => {
    const organization = await createTestOrganization(product);
    const name = `Claim your prize at https://evil.example/${randomUUID()} ${'x'.repeat(100)}`;
    await product.open.owner.query('update tenants set name = $2 where id = $1', [
      organization.id,
      name,
    ]);
    return organization;
  };
  const all = (mail: { subject: string; text: string; html: string }) =>
    mail.subject + mail.text + mail.html;
  const unsafe = /evil\.example|x{60}/;

  test('is shortened and shown without a link in invitations', async () => {
    const { owner } = await named();
    const invited = invitationBody();
    await owner.api.invitations.invite({ body: invited });
    const mail = await waitForMail(product, invited.email);
    expect(mail.subject).toContain('Claim your prize');
    expect(all(mail)).not.toMatch(unsafe);
  });

  test('is shortened and shown without a link in emails to people who request access', async () => {
    const { owner } = await named();
    const { link: token } = await owner.api.invitations.updateSettings({
      body: { enableLink: true, enablePublicUrl: false, requireAcceptance: true },
    });
    const email = `${randomUUID()}@example.com`;
    const password = 'a password of their own';
    const body = { email, password, passwordConfirm: password };
    await product.anyone.invitations.requestAccess({ params: { token }, body });
    const mail = await waitForMail(product, email, { containing: '/account/verify?' });
    expect(mail.text).toContain('Claim your prize');
    expect(all(mail)).not.toMatch(unsafe);
  });
});

describe('A name of a provider (R-ACC-27, R-SSO-05)', () => {
  const max = 12;
  test('is cleaned to what a name may be, whatever it is', () => {
    const parts = [...links, ...controls, ' ', '\u0000', '\uD800', '😀', '://', '.', '/', ':'];
    const text = array(constantFrom(...parts)).map((list) => list.join(''));
    const check = (given: string) => {
      const cleaned = cleanName(given, max);
      expect(name(max).safeParse(cleaned).data).toBe(cleaned);
    };
    assertProperty(property(text, check));
    assertProperty(property(string({ unit: 'binary' }), check));
  });

  test.each([
    ['Ana', 'Ana'],
    ['  Ana\r\n\u202EMaria ', 'Ana Maria'],
    ['Dr.Ana', 'Dr.Ana'],
    ['Jose\u0301', 'José'],
    ['\u200B', ''],
    ['203.0.113.78x', '203. 0. 113.'],
    ['www.a.example', 'www. a. exam'],
    ['José 😀', 'José 😀'],
    ['शिव‍ा', 'शिव‍ा'],
    ['A'.repeat(11) + '😀', 'A'.repeat(11)],
    ['http://a.co', 'http a. co'],
  ])('stays readable: %j', (given, cleaned) => {
    expect(cleanName(given, max)).toBe(cleaned);
  });
});
