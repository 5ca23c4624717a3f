import { randomUUID } from 'node:crypto';
import { domainToASCII } from 'node:url';
import argon2 from '@node-rs/argon2';
import { describe, expect, test } from 'vitest';
import { BillingPeriod } from '#contract/periods.ts';
import { waitForMail } from '#server/identity/invitations/test/invitations.ts';
import {
  memberPassword,
  priceIdOf,
  registerOwner,
  sharedApplication,
} from '#server/test/application.ts';

/** Tests that texts are compared as people see them, not by code points. */
const product = await sharedApplication();
const refusal = (code: string) => expect.objectContaining({ code });

describe('A name of an organization (R-ORG-06)', () => {
  test.each([
    ['decomposed', (id: string) => `Cafe\u0301 ${id}`],
    ['with a blank more', (id: string) => `Café  ${id}`],
    ['with a no-break space', (id: string) => `Café\u00A0${id}`],
    ['with an unseen character', (id: string) => `Ca\u200Bfé ${id}`],
    ['with a joiner', (id: string) => `Caf\u200Dé ${id}`],
    ['in wide letters', (id: string) => `Ｃafé ${id}`],
    ['in capitals', (id: string) => `CAFÉ ${id.toUpperCase()}`],
  ])('is taken %s, too', async (_, variant) => {
    const [first, second] = [await registerOwner(product), await registerOwner(product)];
    const id = randomUUID();
    const update = ({ api, tenant }: typeof first, name: string) =>
      api.tenants.update({
        params: { id: tenant },
        body: { name, appTheme: 'dark', appColor: 'red' },
      });
    await update(first, `Café ${id}`);
    await expect(update(second, variant(id))).rejects.toEqual(
      refusal('account.verify.organizationTaken'),
    );
  });

  test.each(['\u200B', '\u00A0\u200D', '\u3164', '\u2800', '\u0301'])(
    'that shows nothing, %j, is refused, also of a person',
    async (name) => {
      const { api, tenant, user } = await registerOwner(product);
      const organization = { name, appTheme: 'dark', appColor: 'red' } as const;
      await expect(
        api.tenants.update({ params: { id: tenant }, body: organization }),
      ).rejects.toMatchObject({ fields: { name: [expect.anything()] } });
      const person = { firstName: name, lastName: 'Souza' };
      await expect(
        api.users.update({ params: { id: user.id }, body: person }),
      ).rejects.toMatchObject({ fields: { firstName: [expect.anything()] } });
      const transaction = { description: name, quantity: 1, price: 1, date: '2026-01-01' };
      await expect(api.transactions.create({ body: transaction })).rejects.toMatchObject({
        fields: { description: ['field.required'] },
      });
    },
  );

  test('is stored in one form, with single blanks (R-GEN-10)', async () => {
    const { api, tenant, user } = await registerOwner(product);
    const id = randomUUID();
    const body = { name: ` Cafe\u0301 \u00A0 ${id} `, appTheme: 'dark', appColor: 'red' } as const;
    await api.tenants.update({ params: { id: tenant }, body });
    expect(await api.tenants.get({ params: { id: tenant } })).toMatchObject({ name: `Café ${id}` });
    await api.users.update({
      params: { id: user.id },
      body: { firstName: 'Joa\u0303o', lastName: 'A\u0301vila' },
    });
    expect((await api.users.get({ params: { id: user.id } })).firstName).toBe('João');
  });
});

test.each([
  ['Ac\u0327a\u0303o', 'Ação'],
  ['Ação', 'Ac\u0327a\u0303o'],
  ['Cafe\u0301', 'cafe'],
])('a text written as %j is found by %j (R-GEN-10)', async (description, search) => {
  const { api } = await registerOwner(product);
  await api.transactions.create({
    body: { description, quantity: 1, price: 1, date: '2026-01-01', category: description },
  });
  const found = await api.transactions.getAll({ query: { search } });
  expect(found.items.map((row) => row.category)).toEqual([description.normalize('NFC')]);
  const filtered = await api.transactions.getAll({ query: { category: [description] } });
  expect(filtered.items).toHaveLength(1);
});

describe('A password (R-ACC-16)', () => {
  const [composed, decomposed] = ['ação-é-boa-2026', 'ac\u0327a\u0303o-e\u0301-boa-2026'];

  test.each([
    [composed, decomposed],
    [decomposed, composed],
    [decomposed, decomposed],
  ])('chosen as %j signs in as %j', async (chosen, typed) => {
    const { user, api } = await registerOwner(product);
    await api.users.updatePassword({
      body: {
        passwordCurrent: memberPassword,
        passwordNew: chosen,
        passwordConfirm: typed,
      },
    });
    const signedIn = await product.anyone.accounts.login({
      body: { email: user.email, password: typed },
    });
    expect(signedIn).toMatchObject({ user: { id: user.id } });
  });

  test('that was hashed as it was typed still signs in, and a wrong one does not', async () => {
    const { user } = await registerOwner(product);
    await product.open.owner.query('update users set password_hash = $2 where id = $1', [
      user.id,
      await argon2.hash(decomposed, { memoryCost: 1024, timeCost: 1 }),
    ]);
    const login = (password: string) =>
      product.anyone.accounts.login({ body: { email: user.email, password } });
    await expect(login(decomposed)).resolves.toMatchObject({ user: { id: user.id } });
    await expect(login(`${decomposed}x`)).rejects.toMatchObject({ status: 400 });
  });
});

describe('An address with an international domain (R-ACC-42)', () => {
  const register = async (email: string) =>
    product.anyone.accounts.register({
      body: {
        organization: `Organization ${randomUUID()}`,
        email,
        firstName: 'Ana',
        lastName: 'Souza',
        selectedSubscription: {
          subscriptionPriceId: await priceIdOf(product, 'Starter', BillingPeriod.Once),
        },
      },
    });

  test.each(['münchen.example', 'mu\u0308nchen.example', 'ação.example.br', 'उदाहरण.example'])(
    'is one with its encoded form: %s',
    async (domain) => {
      const encoded = domainToASCII(domain);
      const mailbox = randomUUID();
      await register(`${mailbox}@${domain.toUpperCase()}`);
      for (const address of [`${mailbox}@${domain}`, `${mailbox}@${encoded}`]) {
        await expect(register(address)).rejects.toEqual(refusal('account.login.exists'));
        const reset = await product.anyone.accounts.reset({ params: { email: address } });
        expect(reset.verifyToken).toBeDefined();
      }
      await waitForMail(product, `${mailbox}@${encoded}`, {
        containing: '/account/reset?',
        count: 2,
      });
    },
  );

  test.each([
    'ana@mün chen.example',
    'ana@münchen.example/x',
    'ana@münchen',
    'añа@münchen.example',
    'ana@@münchen.example',
  ])('is refused if it is no address: %s', async (email) => {
    await expect(
      product.anyone.accounts.login({ body: { email, password: 'a password' } }),
    ).rejects.toMatchObject({ fields: { email: ['field.email'] } });
  });
});
